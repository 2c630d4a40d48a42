export type Found = {
    name: string;
    executions: number;
    corpus: number;
    failed: boolean;
};
