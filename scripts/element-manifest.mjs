// dist/custom-elements.json: what editors and documentation tools know of <head-count>, in the form of
// https://github.com/webcomponents/custom-elements-manifest. Names come from the element's own tables, words of
// fields from the page's controls.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { properties } from '../www/content/properties.js';
import { FIELD_ATTRIBUTES, OWN_ATTRIBUTES } from '../www/embed/attributes.js';
import { PARTS, VIEWS } from '../www/embed/settings.js';

/** @type {Record<typeof OWN_ATTRIBUTES[number], string>} */
const OWN = {
  experiment: 'A share link, or its query: the whole experiment.',
  preset: 'The preset to begin with; fields that are given replace its own.',
  view: `What is shown, the first one open: ${VIEWS.join(', ')}.`,
  controls: 'Which controls there are: targets, length, heads, or any field by the name that a link has for it.',
  hide: `What is left out: ${PARTS.join(', ')}.`,
  autoplay: '"visible": it trains when it is seen.',
  theme: '"light", "dark" or "auto", which follows the color-scheme of the page.',
};

/** Custom properties, and what they are by default. @type {[name: string, description: string, value: string][]} */
const STYLES = [
  ['--headcount-height', 'The height, which never changes by itself.', '640px, on narrow screens 720px'],
  ['--headcount-font', 'The font family.', 'inherit'],
  ['--headcount-font-size', 'The size of its letters.', '1rem'],
  ['--headcount-ink', 'Text.', '#1f2430, dark #dee2ea'],
  ['--headcount-quiet', 'Text of less weight.', '#565d6b, dark #a0a8b6'],
  ['--headcount-ground', 'The background.', '#fdfdfc, dark #181b22'],
  ['--headcount-raised', 'Buttons.', '#f6f7f9, dark #20242d'],
  ['--headcount-line', 'Lines between parts.', '#dfe3ea, dark #343948'],
  ['--headcount-edge', 'Edges of inputs.', '#858b98, dark #737b8c'],
  ['--headcount-accent', 'The Train button, links and focus.', '#1f2430, dark #e6eaf2'],
  ['--headcount-on-accent', 'Text on the Train button.', '#fff, dark #12151c'],
  ['--headcount-alert', 'What is wrong.', '#b00020, dark #ff8fa3'],
  ['--headcount-padding', 'The room around it.', '12px 16px'],
  ['--headcount-border', 'The border.', '1px solid'],
  ['--headcount-radius', 'Its corners.', '10px'],
];

/** @param {string} text */
const type = (text) => ({ type: { text } });

export function elementManifest() {
  const does = new Map(properties.map(({ path, does }) => [path.split('.').at(-1), does]));
  const attributes = [
    ...OWN_ATTRIBUTES.map((name) => ({ name, description: OWN[name], ...type('string') })),
    ...Object.entries(FIELD_ATTRIBUTES).map(([name, key]) => ({
      name,
      description: `${key} of the experiment. ${does.get(key) ?? ''}`.trim(),
      ...type('string'),
    })),
  ];
  const members = [
    {
      kind: 'field',
      name: 'experiment',
      description: 'What is set, as plain fields; may be set.',
      ...type('ExperimentFields | null'),
    },
    {
      kind: 'field',
      name: 'outcome',
      description: 'What the last training ended with.',
      readonly: true,
      ...type('Outcomes | null'),
    },
    {
      kind: 'method',
      name: 'train',
      description: 'Trains; resolves to the outcome.',
      return: type('Promise<Outcomes | null>'),
    },
    { kind: 'method', name: 'pause', description: 'Holds the training.', return: type('void') },
    { kind: 'method', name: 'resume', description: 'Goes on with it.', return: type('void') },
    { kind: 'method', name: 'stop', description: 'Ends it; what was reached is the outcome.', return: type('void') },
  ];
  const events = [
    { name: 'headcount-progress', description: 'While it trains.', ...type('CustomEvent<Progress>') },
    { name: 'headcount-outcome', description: 'When a training has ended.', ...type('CustomEvent<Outcomes>') },
    {
      name: 'headcount-error',
      description: 'What is wrong with an attribute, or why a training failed.',
      ...type('CustomEvent<{ sentence: string }>'),
    },
  ];
  const path = 'headcount.js';
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations: [
          {
            kind: 'class',
            name: 'HeadCount',
            tagName: 'head-count',
            customElement: true,
            description: 'How many attention heads does a task need? Small Transformers, trained live in the page.',
            superclass: { name: 'HTMLElement' },
            attributes,
            members,
            events,
            cssProperties: STYLES.map(([name, description, value]) => ({ name, description, default: value })),
          },
        ],
        exports: [
          { kind: 'js', name: 'HeadCount', declaration: { name: 'HeadCount', module: path } },
          { kind: 'custom-element-definition', name: 'head-count', declaration: { name: 'HeadCount', module: path } },
        ],
      },
    ],
  };
}

/** @param {string} dist */
export const writeElementManifest = (dist) =>
  writeFileSync(join(dist, 'custom-elements.json'), `${JSON.stringify(elementManifest(), null, 2)}\n`);
