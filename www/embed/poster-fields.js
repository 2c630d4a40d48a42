// Which recorded results an element's attributes ask for: the fields of the presets, of which there are posters. A unit
// test holds that they are the presets' own.
import { presetIdOf } from './attributes.js';
import { decoded, fieldsByAttribute, pairsOf, queryOf } from './given-fields.js';

/** @typedef {import('./given-fields.js').ReadAttribute} ReadAttribute */

/** What an element shows that says nothing of it. */
const DEFAULT = 'few';

/** All fields of that preset, as a link would write them. */
export const DEFAULT_FIELDS =
  'v=1&kind=max-sum&D=4&d=4&directions=orthonormal&seed=0&form=reader&h=1,2,3,4,5&T=16&N=32&n=8&L=1&steps=2000&batch=64' +
  '&learningRate=0.015&warmUp=0.05&beta1=0.9&beta2=0.95&weightDecay=0&data=fixed&trainSequences=8000' +
  '&validationSequences=2000&curvePoints=50&target=0&seeds=0';

const HEADS = 'number of heads';

/** Each preset's name, what the error is drawn against, and the fields that differ from the default one's. @type {Record<string, [name: string, axis: string, fields: string]>} */
export const POSTERS = {
  smallest: ['Two targets', HEADS, 'kind=min-max&h=1,2,3&n=2&steps=1000&seeds=0,1,2'],
  few: ['Four targets', HEADS, ''],
  three: ['Three targets', HEADS, 'D=3&h=1,2,3,4'],
  layers: ['Two layers', HEADS, 'h=1,2,3,4&T=8&L=2&learningRate=0.008'],
  retrieval: ['Retrieval', HEADS, 'kind=retrieval&D=2&d=2&feature=bowl&subsets=all&outer=sum&h=1,2,3,4'],
  width: ['Width sweep', 'hidden width', 'h=2,4&N=8,16,32,64&steps=1500'],
  paper: ['Table 2', HEADS, 'directions=gaussian&seed=3&T=8,16,32,64,128'],
  many: [
    'Too many heads',
    HEADS,
    'kind=farthest&d=16&form=attention&h=1,2,4&w=1&steps=2000&learningRate=0.01&data=fresh',
  ],
  memoriser: ['Memoriser', 'training steps', 'D=2&d=2&form=memoriser&h=1&T=4,8&N=64&n=16&learningRate=0.003'],
};

/** "1e-3" and "0.001" are the same. @param {string} value  as a link has it */
function canonical(value) {
  const text = decoded(value);
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
}

/** Fields with those of the default preset where they say nothing, as one text. @param {Iterable<[string, string]>} fields */
export const wholeOf = (fields) =>
  [...new Map([...pairsOf(DEFAULT_FIELDS), ...fields])]
    .filter(([key]) => key !== 'results')
    .map(([key, value]) => `${key}=${canonical(value)}`)
    .sort()
    .join('&');

/** The preset whose fields are those that are asked for; undefined where there is none. @param {ReadAttribute} read */
export function posterIdOf(read) {
  const named = presetIdOf(read('preset') ?? DEFAULT);
  if (!Object.hasOwn(POSTERS, named)) return undefined;
  const link = pairsOf(queryOf(read('experiment') ?? ''));
  const asked = wholeOf([...pairsOf(POSTERS[named][2]), ...link, ...fieldsByAttribute(read)]);
  return Object.keys(POSTERS).find((id) => wholeOf(pairsOf(POSTERS[id][2])) === asked);
}
