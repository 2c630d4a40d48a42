// What the tests ask of a browser, whichever it is. An adapter for each kind of browser implements this and
// nothing more (puppeteer-driver.js, webkit-driver.js); what a reader does with a page is built on it in
// page.js.

/**
 * @typedef {object} Driver
 * @property {(url: string) => Promise<void>} open  and wait for its load event
 * @property {() => Promise<void>} reload
 * @property {() => Promise<void>} back  to the page before, as by the browser's button. A page that the browser
 *   kept has no load event then, so this does not wait for one
 * @property {() => Promise<() => Promise<void>>} hide  puts another tab in front, or minimises the window, until
 *   the function that it gives is called
 * @property {(source: string, args: unknown[]) => Promise<any>} call  calls the function whose source this is in
 *   the page, and awaits its promise. Arguments and results are JSON
 * @property {(source: string, args: unknown[]) => Promise<any>} callInFrame  the same in the page's only frame, where
 *   its result is no promise
 * @property {(path: Position[]) => Promise<void>} drag  moves the mouse to the first position, presses, moves on
 *   to each other one, and releases: with one position, a click
 * @property {(path: string) => Promise<void>} chooseFile  gives a file to the page's file input
 * @property {(width: number, height: number) => Promise<void>} resize  sets the size of the viewport
 * @property {() => Promise<Buffer>} screenshot  of the viewport, as PNG
 * @property {() => Promise<string[]>} errors  errors in the console since this was last asked, and uncaught ones
 * @property {string} downloads  the folder that exported files go to
 * @property {() => Promise<void>} close
 */

/** In CSS pixels of the viewport. @typedef {{ x: number, y: number }} Position */

export {};
