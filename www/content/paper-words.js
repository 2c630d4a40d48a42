// What to make of our numbers beside the paper's: what agrees, what does not, and why. Numbers in here are of
// recorded/table-2.json; `headcount run` on the experiment beside it makes them again. Those of other directions
// ("Why that may be") are of that experiment at T = 16: with the default directions, and with task seeds 1 to 6.
import { html } from 'lit';

export const paperWords = html`
  <h3>What agrees</h3>
  <p>The error falls until there are four heads, and no further: four is D, and a fifth head has nothing left to find. From four heads on the recorded errors and the paper’s are about a factor of ten apart at most, some above and some below.</p>
  <h3>What does not</h3>
  <p>The paper’s error falls evenly: it is about 13 times lower with every head up to four. Ours is 2 to 7 times lower with the second and with the third, and 100 to 700 times lower with the fourth: nearly all of the fall is at D. (At T = 8 one of three seeds got stuck, which the standard error shows.) With one head the paper’s error is larger than ours.</p>
  <h3>Why that may be</h3>
  <p>How much three heads can do depends on the four directions, and the paper does not say how it drew them. At right angles, as the page’s other presets have them, three heads are no better than two: 0.0083 and 0.0085 at T = 16. Drawn at random some lie close together and can share a head: in six draws, one seed each, three heads came to between 0.0016 and 0.0056. That is above the paper’s 0.00064, so the draw alone does not explain it. This is one such draw.</p>
  <h3>What the length does</h3>
  <p>With one head or two the error grows with T, about two times from 8 to 128 tokens. From four heads on it does not. That is the theorem’s direction: below D longer sequences ask for more, from D on they do not.</p>
  <h3>What long training changes</h3>
  <p>From the first quarter of the recorded training to its end, errors with one to three heads became 2 to 7 times lower, and those with five 100 to 3000 times. So brief training, such as in this tab, shows the cliff lower than it is: its right side goes on falling, its left side does not.</p>`;
