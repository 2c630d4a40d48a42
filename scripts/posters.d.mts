/** Every poster, with the path of its file. */
export declare function posters(): {
    path: string;
    svg: string;
}[];
