declare module 'solc' {
  const solc: {
    /** Compiles Solidity's standard input, as JSON, to its standard output, as JSON. */
    compile(input: string): string;
  };
  export default solc;
}
