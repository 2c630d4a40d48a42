/**
 * Every lesson, and the answer that a training, or the theory, gives to each of its questions: what the lesson says of
 * it rests on that. The CPU engine gives the same numbers everywhere.
 *
 * @type {Record<string, [string, string, string, string]>}
 */
export const LESSONS = {
  'what-a-head-does': ['With lists of 64, too', 'At none: one head is enough', 'within 5 times', 'At 2 heads'],
  'the-cliff': ['From 3 heads on', 'at least 10 times as high', 'At 5 heads', 'It changes by less than 3 times'],
  'width-and-length': ['It changes by less than 2 times', 'It rises', 'still at 3 heads', 'At 256 only'],
  'more-heads-can-hurt': ['One head', 'A lot: the error at least doubles', 'at least twice as high', 'within 3 times'],
};

/** Those that train for a minute or two, which `npm run soak` takes. */
export const LONG_LESSONS = ['width-and-length', 'more-heads-can-hurt'];
