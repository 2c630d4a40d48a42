// The lessons that train for a minute or two; tests/lessons.spec.js takes the others. What they say is held by
// tests/unit/lesson-verdicts.test.js, too, with errors that were trained earlier.
import { LONG_LESSONS } from '../lesson-answers.js';
import { takeLesson, titleOf } from '../lesson-walk.js';
import { test } from '../page-fixture.js';

for (const lesson of LONG_LESSONS) {
  test(titleOf(lesson), async ({ page }) => {
    test.setTimeout(300_000);
    await takeLesson(page, lesson);
  });
}
