// Scrolling that follows the reader's wish for less motion.

/** @returns {ScrollBehavior} */
const behavior = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');

export const scrollToTop = () => scrollTo({ top: 0, behavior: behavior() });

/** @param {Element} element */
export const scrollToElement = (element) => element.scrollIntoView({ behavior: behavior() });
