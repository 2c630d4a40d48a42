// A page that is one <head-count>, for frames: made of the address, which has the parameters of a share link and the
// element's own (view, controls, hide, autoplay, theme, preset). Tells the page around it how tall it is. What the
// element does is defined elsewhere: by embed-page.js, or by what is packed in headcount.html.
import { OWN_ATTRIBUTES } from './attributes.js';
import { decoded } from './given-fields.js';

/** What the frame tells its host whenever it changes. @typedef {{ kind: 'headcount-height', height: number }} HeightMessage */

/** @param {string} query  with its `?` */
function elementOf(query) {
  const element = document.querySelector('head-count') ?? document.createElement('head-count');
  const own = /** @type {readonly string[]} */ (OWN_ATTRIBUTES);
  /** @type {string[]} */
  const experiment = [];
  for (const pair of query.slice(1).split('&').filter(Boolean)) {
    const [name, ...value] = pair.split('=');
    if (name !== 'experiment' && own.includes(name)) element.setAttribute(name, decoded(value.join('=')));
    else experiment.push(pair);
  }
  if (experiment.length) element.setAttribute('experiment', experiment.join('&'));
  return element;
}

/** Said once, where a frame has no storage of its own. */
function storageNote() {
  const note = document.createElement('p');
  note.className = 'kept';
  note.textContent = 'What is trained here is kept until the page is closed.';
  return note;
}

const element = elementOf(location.search);
if (!element.isConnected) document.body.append(element);
if (self.origin === 'null') document.body.append(storageNote());

if (parent !== self) {
  const tell = () => {
    /** @type {HeightMessage} */
    const message = { kind: 'headcount-height', height: Math.ceil(document.body.getBoundingClientRect().height) };
    // To whoever holds the frame: there is nothing in it that another page should not know.
    parent.postMessage(message, '*');
  };
  new ResizeObserver(tell).observe(document.body);
}
