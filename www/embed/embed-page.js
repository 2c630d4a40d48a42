// The script of embed.html.
import './head-count.js';
import './frame-page.js';
