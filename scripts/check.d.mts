/**
 * Every check: what it is called, the command, its arguments and its environment. In the order of their
 * time, so that a slip is found in seconds.
 *
 * @returns {{ title: string, command: string, args: string[], env?: () => Record<string, string>, before?: () => Promise<void> }[]}
 */
export declare function checks(): {
    title: string;
    command: string;
    args: string[];
    env?: () => Record<string, string>;
    before?: () => Promise<void>;
}[];
/** Installs what the checks need. */
export declare function setUp(): Promise<void>;
