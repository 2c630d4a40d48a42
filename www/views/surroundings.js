// What stands around the first chart and is not needed to draw it: settings, comparison, Find D, the words
// below. Fetched as one file once that chart is there.
import './article-view.js';
import './cite-view.js';
import './compare-view.js';
import './controls-view.js';
import './find-d-view.js';
import './guess-view.js';
import './handout-view.js';
import './new-version-view.js';
