/**
 * The parts of Leaflet that pages use, in place of all of it, which is a third more: markers, popups, GeoJSON, pictures,
 * Canvas and other projections are left out. What is missing here and used there ends the compiler with an error.
 */
import { Attribution } from 'leaflet/src/control/Control.Attribution.js';
import { Control, control } from 'leaflet/src/control/Control.js';
import { Zoom, zoom } from 'leaflet/src/control/Control.Zoom.js';
import { EPSG3857 } from 'leaflet/src/geo/crs/CRS.EPSG3857.js';
import { CRS } from 'leaflet/src/geo/crs/CRS.js';
import { svg } from 'leaflet/src/layer/vector/SVG.js';
import { Map as LeafletMap } from 'leaflet/src/map/index.js';

Control.Zoom = Zoom;
Control.Attribution = Attribution;
control.zoom = zoom;
CRS.EPSG3857 = EPSG3857;

// Leaflet's own chooses between two ways of drawing, one of which is left out here.
LeafletMap.include({
  getRenderer({ options }) {
    this._renderer ??= svg();
    const renderer = options.renderer ?? this._renderer;
    if (!this.hasLayer(renderer)) this.addLayer(renderer);
    return renderer;
  },
});

export { LatLng, toLatLng as latLng } from 'leaflet/src/geo/LatLng.js';
export { LatLngBounds, toLatLngBounds as latLngBounds } from 'leaflet/src/geo/LatLngBounds.js';
export { Layer } from 'leaflet/src/layer/Layer.js';
export { LayerGroup, layerGroup } from 'leaflet/src/layer/LayerGroup.js';
export { Tooltip, tooltip } from 'leaflet/src/layer/Tooltip.js';
export { GridLayer } from 'leaflet/src/layer/tile/GridLayer.js';
export { TileLayer } from 'leaflet/src/layer/tile/TileLayer.js';
export { CircleMarker, circleMarker } from 'leaflet/src/layer/vector/CircleMarker.js';
export { Rectangle, rectangle } from 'leaflet/src/layer/vector/Rectangle.js';
export { map } from 'leaflet/src/map/index.js';
export { Control, CRS, control, LeafletMap as Map };
