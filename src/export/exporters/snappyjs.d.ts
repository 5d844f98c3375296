declare module 'snappyjs' {
  const snappy: {
    compress(bytes: Uint8Array): Uint8Array;
    uncompress(bytes: Uint8Array, mostBytes?: number): Uint8Array;
  };
  export default snappy;
}
