/** Styles are bundled by the compiler of the pages. */
declare module '*.css';
/** Images are separate files; the module is their path relative to the script. */
declare module '*.svg' {
  const path: string;
  export default path;
}
/** The text of a file. */
declare module '*.txt' {
  const text: string;
  export default text;
}
