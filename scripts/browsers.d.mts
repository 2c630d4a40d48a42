/** Chrome or Chromium with its driver: found, or installed where that can be done unasked. */
export declare function chromium(): Promise<{
    browser: string;
    driver: string;
}>;
/** The file that describes lavapipe, a Vulkan driver that computes on the CPU; undefined if it cannot be had. */
export declare function lavapipe(): Promise<string | undefined>;
/** All browsers that can be had, as an environment that tells tests where each is. Chromium is among them. @returns {Promise<Record<string, string>>} */
export declare function allBrowsers(): Promise<Record<string, string>>;
