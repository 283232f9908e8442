/** Styles are bundled by the compiler of the pages. */
declare module '*.css';
/** Pictures are files of their own; the module is their path beside the script. */
declare module '*.svg' {
  const path: string;
  export default path;
}
