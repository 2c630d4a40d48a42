// The script of embed.html.
import './own-host-policy.js';
import './head-count.js';
import './frame-page.js';
