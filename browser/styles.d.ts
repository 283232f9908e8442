/** Styles are bundled by the compiler of the pages. */
declare module '*.css';
