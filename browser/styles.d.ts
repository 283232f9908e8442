/** Styles are bundled by the compiler of the pages. */
declare module '*.css';
/** Images and texts are separate files; the module is their path relative to the script. */
declare module '*.svg' {
  const path: string;
  export default path;
}
declare module '*.txt' {
  const path: string;
  export default path;
}
