/** The scale of zoom level 0, as OGC computes it. */
export const WORLD_SCALE = 559_082_264;

/** Some servers round, or have another size of a pixel. */
export const isUsualScale = (levels: readonly (readonly [zoom: number, scale: number])[]): boolean =>
  levels.length > 0 && levels.every(([zoom, scale]) => Math.abs(Math.log2(WORLD_SCALE / scale) - zoom) < 0.2);
