// The words below the charts, and which picture stands where in them: what is learned, which follows the task that is
// set, what the papers prove, what to try next. Formulas are MathML; no number here depends on what is trained. The
// pictures are drawn by views/article-view.js.
import { html, mathml } from 'lit';
import { LETTERS } from './letters.js';

/** @param {string} id @param {string} words @param {(id: string) => void} go */
const button = (id, words, go) => html`<button class="link" @click=${() => go(id)}>${words}</button>`;

const maxOver = mathml`<munder><mi>max</mi><mrow><mi>t</mi><mo>≤</mo><mi>T</mi></mrow></munder>`;
const minOver = mathml`<munder><mi>min</mi><mrow><mi>t</mi><mo>≤</mo><mi>T</mi></mrow></munder>`;
const sumOverD = mathml`<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>D</mi></munderover>`;
const token = mathml`<mi>x</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo>`;
const gap = mathml`<mspace width="0.3em"></mspace>`;
/** How far two points are apart. */
const distance = mathml`<mo stretchy="false">|</mo><mi>x</mi><mo stretchy="false">(</mo><mi>s</mi><mo stretchy="false">)</mo><mo>−</mo>${token}<mo stretchy="false">|</mo>`;

/** @typedef {'machine' | 'soft-minimum' | 'needed' | 'both-cliffs'} PictureName */
/** Words, with a picture beside them or between them. @typedef {{ before: unknown, picture?: PictureName, after?: unknown }} Passage */
/** `isNote`: to be looked up. @typedef {{ heading: string, isNote?: boolean, passages: Passage[] }} Section */

/**
 * What is learned, in the words and the formula of each kind of task; `picture` is one of such a task.
 *
 * @type {Record<string, (go: (id: string) => void) => Passage>}
 */
const LEARNED = {
  'min-max': (go) => ({
    before: html`<p>A sequence holds T random numbers between 0 and 1. The answer is the largest plus the smallest of
      them.</p>
    <math display="block"><mrow><mi>y</mi><mo>=</mo>${maxOver}${gap}${token}<mo>+</mo>${minOver}${gap}${token}</mrow></math>`,
    picture: 'machine',
    after: html`<p>So there are two targets, and they sit at different places. One head looks at one place: with a single
      head the two have to share it, and the error stays high. From two heads on each target has a head of its own.</p>
    <p>The picture shows one such sequence to a small Transformer. With one head its answer is off; give it a second
      head, h = 2, and the answer stands on the truth. A third head has nothing left to find.</p>
    <p>You could try ${button('few', 'four targets', go)}, the paper’s own task, where the cliff moves to four heads.</p>`,
  }),
  'max-sum': (go) => ({
    before: html`<p>A sequence holds T random tokens. Each of D targets has fixed weights a<sub>i</sub>, and is the token
      whose numbers, weighted with them, have the largest sum. The answer adds up these D sums.</p>
    <math display="block"><mrow><mi>y</mi><mo>=</mo>${sumOverD}${gap}${maxOver}${gap}<msub><mi>a</mi><mi>i</mi></msub><mo>·</mo>${token}</mrow></math>`,
    picture: 'machine',
    after: html`<p>The targets usually sit at different places, so a Transformer has to look at several places at once. One
      head looks at one place. With fewer heads than targets a head has to be shared, and the error stays
      far higher; from h = D on it falls off a cliff.</p>
    <p>The picture has one row of bars for each target: the sums of all tokens, the largest of them marked. Give the
      Transformer more heads, and see when every mark has a head of its own.</p>
    <p>You could try ${button('three', 'three targets', go)}, where the cliff moves to three heads, or
      ${button('smallest', 'two targets', go)}, the largest plus the smallest number.</p>`,
  }),
  retrieval: (go) => ({
    before: html`<p>A sequence holds T random tokens, and D spots are hidden among all that tokens can be. Each target is
      the token that comes closest to one of the spots; the answer is made of how close they come.</p>
    <math display="block"><mrow><mi>y</mi><mo>=</mo>${sumOverD}${gap}${minOver}${gap}<msub><mi>f</mi><mi>i</mi></msub><mo stretchy="false">(</mo>${token}<mo stretchy="false">)</mo></mrow></math>`,
    picture: 'machine',
    after: html`<p>This is the paper’s own class of tasks: a head has to be spared for every spot. The picture has one row of
      bars for each spot, and marks the token that is closest to it. Give the Transformer more heads, and see when every
      mark has a head of its own.</p>
    <p>You could try ${button('few', 'four targets', go)}, the paper’s experiment.</p>`,
  }),
  farthest: (go) => ({
    before: html`<p>T points lie on a ball. For each of them the answer is the point that is farthest away.</p>
    <math display="block"><mrow><mi>y</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo><mo>=</mo><munder><mi>arg max</mi><mrow><mi>x</mi><mo stretchy="false">(</mo><mi>s</mi><mo stretchy="false">)</mo></mrow></munder>${gap}${distance}</mrow></math>`,
    picture: 'machine',
    after: html`<p>There is one target for each point that asks, so one head is enough, if it is large enough to compare
      points. In the picture the first point asks: one head of full size finds the answer, and the same size cut into
      two heads, or into four, does not.</p>
    <p>You could try ${button('few', 'four targets', go)}, where it is heads that are missing.</p>`,
  }),
  nearest: (go) => ({
    before: html`<p>T points lie on a ball. For a point that asks, the answer is the point that is nearest to it.</p>
    <math display="block"><mrow><mi>y</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo><mo>=</mo><munder><mi>arg min</mi><mrow><mi>x</mi><mo stretchy="false">(</mo><mi>s</mi><mo stretchy="false">)</mo></mrow></munder>${gap}${distance}</mrow></math>
    <p>There is one target for each point that asks, so one head is enough, if it is large enough to compare points.
      You could try ${button('few', 'four targets', go)}, where it is heads that are missing.</p>`,
  }),
};

/** The kinds of tasks that have words here: a test holds them to those that there are. */
export const explainedKinds = Object.keys(LEARNED);

/** @type {Passage} */
const SECRET = {
  before: html`<p>A mystery: some number of targets is hidden in every sequence, and the answer is made of all of them.
    Train with different numbers of heads: where the error falls off a cliff, there are enough.</p>`,
};

/**
 * @param {(id: string) => void} go  sets the controls to a preset and scrolls there
 * @param {string | null} kind  of the task that is set; null while that is a mystery
 * @returns {Section[]}
 */
export const explanations = (go, kind) => [
  { heading: 'What is being learned?', passages: [kind === null ? SECRET : LEARNED[kind](go)] },
  {
    heading: 'Why is it a cliff?',
    passages: [
      {
        before: html`<p>A head weighs tokens by a softmax: a soft minimum (or maximum) that closes in on the true one as its
          sharpness β grows. Among |S| positions it is off by at most</p>
        <math display="block"><mrow><mfrac><mrow><mo stretchy="false">|</mo><mi>S</mi><mo stretchy="false">|</mo><mo>−</mo><mn>1</mn></mrow><mrow><mi>e</mi><mo>·</mo><mi>β</mi></mrow></mfrac><mo>+</mo><mi>T</mi><msup><mi>e</mi><mrow><mo>−</mo><mi>β</mi></mrow></msup></mrow></math>`,
        picture: 'soft-minimum',
        after: html`<p>Move β: what a head makes of the sequence falls towards its true minimum, and never leaves the bound.
          Nothing keeps a head that watches one target from being sharper, so it comes as close as is asked for.</p>
        <p>So D heads suffice, with a network that hardly depends on T.</p>`,
      },
      {
        before: html`<p>With h &lt; D heads of size n, some place is watched by no head, and for an error ε the paper proves a
          need of at least order <math><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>/</mo><mi>ε</mi><msup><mo stretchy="false">)</mo><mi>k</mi></msup></mrow></math> parameters, with</p>
        <math display="block"><mrow><mi>k</mi><mo>=</mo><mfrac><mrow><mi>T</mi><mo>/</mo><mn>4</mn><mo>−</mo><mi>h</mi><mo>−</mo><mi>D</mi><mo>+</mo><mn>1</mn></mrow><mrow><mo stretchy="false">(</mo><mi>n</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo><mi>h</mi><mo>+</mo><mn>1</mn></mrow></mfrac><mo>−</mo><mn>1</mn></mrow></math>`,
        picture: 'needed',
        after: html`<p>That is a statement about long sequences: at short ones k is not above 0, and the bound says nothing,
          although the cliff is there to see. Make T in the picture longer, and the line of too few heads becomes steeper
          than that of enough heads.</p>
        <p>You could try ${button('layers', 'two layers', go)}, for which the paper conjectures half the heads,
          ${button('width', 'wider networks', go)}, which help only slowly, or ${button('memoriser', 'a memoriser', go)},
          one large head that keeps the whole sequence.</p>`,
      },
    ],
  },
  {
    heading: 'Can there be too many?',
    passages: [
      {
        before: html`<p>Most Transformers give all heads together one fixed size d, so that each of h heads has rank</p>
        <math display="block"><mrow><mi>r</mi><mo>=</mo><mi>d</mi><mo>/</mo><mi>h</mi></mrow></math>
        <p>To name the point farthest from another, one head of full rank is enough. Cut into two heads of half
          the rank it fails, and a great many small heads would be needed to make up for it.</p>`,
        picture: 'both-cliffs',
        after: html`<p>In the first picture heads are missing, and the error falls once there are enough. In the second, size
          is missing, and the error rises with every cut. Head count and head rank are two
          budgets: the first must not be below what there is to find, the second not below what there is to compare.</p>
        <p>You could try ${button('many', 'too many heads', go)}, and see both cliffs under the tab of that name.</p>`,
      },
    ],
  },
  {
    heading: 'What the letters mean',
    isNote: true,
    passages: [
      {
        before: html`<dl>${LETTERS.map(([letter, meaning]) => html`<dt>${letter}</dt><dd>${meaning}</dd>`)}</dl>
        <p><a href="lessons/glossary.html">All letters and words, in the glossary</a></p>`,
      },
    ],
  },
  {
    heading: 'The papers',
    isNote: true,
    passages: [
      {
        before: html`<p>Paper 1: <a href="https://arxiv.org/abs/2510.06662">Yu, Jiang, Bao, Yu and Li: “The Effect of Attention
          Head Count on Transformer Approximation”</a>. The task and the sizes (n = 8, N = 32) are theirs; the training is
          our own, and in this tab far shorter. “The paper” has its numbers beside ours.</p>
        <p>Paper 2: <a href="https://arxiv.org/abs/2407.16153">Amsel, Yehudai and Bruna: “Quality over Quantity in Attention
          Layers: When Adding More Heads Hurts”</a>. Here with fewer dimensions and fewer steps.</p>
        <headcount-cite></headcount-cite>`,
      },
    ],
  },
];
