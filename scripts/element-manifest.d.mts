export declare function elementManifest(): {
    schemaVersion: string;
    modules: {
        kind: string;
        path: string;
        declarations: {
            kind: string;
            name: string;
            tagName: string;
            customElement: boolean;
            description: string;
            superclass: {
                name: string;
            };
            attributes: {
                type: {
                    text: string;
                };
                name: string;
                description: string;
            }[];
            members: ({
                type: {
                    text: string;
                };
                kind: string;
                name: string;
                description: string;
                return?: undefined;
            } | {
                type: {
                    text: string;
                };
                kind: string;
                name: string;
                description: string;
                readonly: boolean;
                return?: undefined;
            } | {
                kind: string;
                name: string;
                description: string;
                return: {
                    type: {
                        text: string;
                    };
                };
            })[];
            events: {
                type: {
                    text: string;
                };
                name: string;
                description: string;
            }[];
            cssProperties: {
                name: string;
                description: string;
                default: string;
            }[];
        }[];
        exports: {
            kind: string;
            name: string;
            declaration: {
                name: string;
                module: string;
            };
        }[];
    }[];
};
/** @param {string} dist */
export declare const writeElementManifest: (dist: string) => void;
