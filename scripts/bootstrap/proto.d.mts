export declare const GENERATED: string;
export declare function isProtoGenerated(root: string): boolean;
export declare function rememberProto(root: string): void;
