/** The scale of zoom level 0, computed by OGC. */
export const WORLD_SCALE = 559_082_264;

/** Some servers round, or have another size of a pixel. */
export const isUsualScale = (levels: readonly (readonly [zoom: number, scale: number])[]): boolean =>
  levels.length > 0 && levels.every(([zoom, scale]) => Math.abs(Math.log2(WORLD_SCALE / scale) - zoom) < 0.2);

/** Null if it limits nothing. */
export function zoomOfScale(scale: number, rounded: (zoom: number) => number): number | null {
  const zoom = Math.log2(WORLD_SCALE / scale);
  return zoom > 0 && zoom < 22 ? rounded(zoom) : null;
}
