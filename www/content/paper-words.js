// What to make of our numbers beside the paper's: what agrees, what does not, and why. Numbers in here are of
// experiments/table-2/recorded/gaussian-3.json, which `npm run record` makes again. Those of other directions ("Why
// that may be") are of that experiment at T = 16 with 20 000 steps: with the default directions, and with task seeds 1
// to 6.
import { html } from 'lit';

export const paperWords = html`
  <h3>What agrees</h3>
  <p>The error falls until there are four heads, and no further: four is D, and a fifth head has nothing left to find. From four heads on the recorded errors and the paper’s are a factor of ten apart at most, most of ours below.</p>
  <h3>What does not</h3>
  <p>The paper’s error falls evenly: it is about 13 times lower with every head up to four. With three heads 13 of our 25 runs go on like that, and the others hardly gain: so the median is 1.8 to 7 times lower with the second head and with the third, and 80 to 900 times lower with the fourth. With one head the paper’s error is 7 to 10 times larger than ours. (At T = 8 one seed with three heads is right on nearly all of 20 000 sequences, and off by hundreds on three with an unusual token. It alone makes that mean.)</p>
  <h3>Why that may be</h3>
  <p>How much three heads can do depends on the four directions, and the paper does not say how it drew them. At right angles, as the page’s other presets have them, three heads are no better than two: 0.0083 and 0.0085 at T = 16. Drawn at random some lie close together and can share a head: in six draws, one seed each, three heads came to between 0.0016 and 0.0056. This is one such draw, in which the best of five seeds comes to 0.7 to 1.3 times the paper’s mean.</p>
  <h3>What the length does</h3>
  <p>With one head or two the error grows with T, 1.8 times from 8 to 128 tokens. From four heads on it does not. That is the theorem’s direction: below D longer sequences ask for more, from D on they do not.</p>
  <h3>What long training changes</h3>
  <p>From the first fifth of the recorded training to its end, errors with one to three heads became 1.5 to 6 times lower, and those with four and five 60 times at T = 64, and more than 1000 times at all other lengths. So brief training, such as in this tab, shows the cliff lower than it is: its right side goes on falling, its left side does not.</p>`;
