declare module '*.css';
/** The bundler copies images and texts: the path, relative to the script. */
declare module '*.svg' {
  const path: string;
  export default path;
}
declare module '*.txt' {
  const path: string;
  export default path;
}
