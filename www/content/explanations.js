// The words below the charts: what is learned, what the papers prove, what to try next. Formulas are
// MathML; no number here depends on what is trained.
import { html } from 'lit';

/** @param {string} id @param {string} words @param {(id: string) => void} go */
const button = (id, words, go) => html`<button class="link" @click=${() => go(id)}>${words}</button>`;

/** @param {(id: string) => void} go  sets the controls to a preset and scrolls there */
export const explanations = (go) => html`<section class="words" aria-label="Explanations">
  <div>
    <h2>What is being learned?</h2>
    <p>A sequence holds T random tokens. The target is a sum of D maxima: the largest value that the sequence
      reaches along each of D directions.</p>
    <math display="block"><mrow><mi>y</mi><mo>=</mo><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>D</mi></munderover>
      <mspace width="0.4em"></mspace><munder><mi>max</mi><mrow><mi>t</mi><mo>≤</mo><mi>T</mi></mrow></munder><mspace width="0.3em"></mspace><msub><mi>a</mi><mi>i</mi></msub><mo>·</mo><mi>x</mi><mo stretchy="false">(</mo><mi>t</mi><mo stretchy="false">)</mo></mrow></math>
    <p>The maxima usually sit at different places, so a Transformer has to look at several places at once. One
      head looks at one place. With fewer heads than maxima a head has to be shared, and the error stays
      far higher; from h = D on it falls off a cliff.</p>
    <p>You could try ${button('three', 'three maxima', go)}, where the cliff moves to three heads, or
      ${button('smallest', 'the smallest case', go)}, the largest plus the smallest number.</p>
  </div>
  <div>
    <h2>Why is it a cliff?</h2>
    <p>A head weighs tokens by a softmax: a soft minimum (or maximum) that closes in on the true one as its
      sharpness β grows. Among |S| positions it is off by at most</p>
    <math display="block"><mrow><mfrac><mrow><mo stretchy="false">|</mo><mi>S</mi><mo stretchy="false">|</mo><mo>−</mo><mn>1</mn></mrow><mrow><mi>e</mi><mo>·</mo><mi>β</mi></mrow></mfrac><mo>+</mo><mi>T</mi><msup><mi>e</mi><mrow><mo>−</mo><mi>β</mi></mrow></msup></mrow></math>
    <p>So D heads suffice, with a network that hardly depends on T. With h &lt; D heads of size n, some place
      is watched by no head, and for an error ε the paper proves a need of at least order
      <math><msup><mrow><mo stretchy="false">(</mo><mn>1</mn><mo>/</mo><mi>ε</mi><mo stretchy="false">)</mo></mrow><mi>k</mi></msup></math> parameters, with</p>
    <math display="block"><mrow><mi>k</mi><mo>=</mo><mfrac><mrow><mi>T</mi><mo>/</mo><mn>4</mn><mo>−</mo><mi>h</mi><mo>−</mo><mi>D</mi><mo>+</mo><mn>1</mn></mrow><mrow><mo stretchy="false">(</mo><mi>n</mi><mo>+</mo><mn>1</mn><mo stretchy="false">)</mo><mi>h</mi><mo>+</mo><mn>1</mn></mrow></mfrac><mo>−</mo><mn>1</mn></mrow></math>
    <p>That is a statement about long sequences: at short ones k is not above 0, and the bound says nothing,
      although the cliff is there to see. You could try ${button('layers', 'two layers', go)}, for which the
      paper conjectures half the heads, ${button('width', 'wider networks', go)}, which help only slowly, or
      ${button('memoriser', 'a memoriser', go)}, one large head that keeps the whole sequence.</p>
  </div>
  <div>
    <h2>Can there be too many?</h2>
    <p>Most Transformers give all heads together one fixed size d, so that each of h heads has rank</p>
    <math display="block"><mrow><mi>r</mi><mo>=</mo><mi>d</mi><mo>/</mo><mi>h</mi></mrow></math>
    <p>To name the point farthest from another, one head of full rank is enough. Cut into two heads of half
      the rank it fails, and a great many small heads would be needed to make up for it. You could try
      ${button('many', 'too many heads', go)}, and see both cliffs under Rank.</p>
    <p>Head count and head rank are two budgets: the first must not be below what there is to find, the second
      not below what there is to compare.</p>
  </div>
  <div>
    <h2>The papers</h2>
    <p>Paper 1: <a href="https://arxiv.org/abs/2510.06662">Yu, Jiang, Bao, Yu and Li: “The Effect of Attention Head Count on
      Transformer Approximation”</a>. The task and the sizes (n = 8, N = 32) are theirs; the training is our own and
      far shorter, so errors here are higher than in the paper.</p>
    <p>Paper 2: <a href="https://arxiv.org/abs/2407.16153">Amsel, Yehudai and Bruna: “Quality over Quantity in Attention
      Layers: When Adding More Heads Hurts”</a>. Here with fewer dimensions and fewer steps.</p>
  </div>
</section>`;
