import { expect, test } from 'vitest';
import { askedCapabilities } from '../../../contract/maps/get-map.ts';
import { rowsIn } from '../../support/words.ts';

test.each(
  rowsIn(`
    https://a.example.net/ows | https://a.example.net/ows?SERVICE=WMS&REQUEST=GetCapabilities
    https://a.example.net/geo/wms/ | https://a.example.net/geo/wms/?SERVICE=WMS&REQUEST=GetCapabilities
    https://a.example.net/geo/WMTS | https://a.example.net/geo/WMTS?SERVICE=WMTS&REQUEST=GetCapabilities
    https://a.example.net/arcgis/services/A/MapServer/WMSServer | https://a.example.net/arcgis/services/A/MapServer/WMSServer?SERVICE=WMS&REQUEST=GetCapabilities
    https://a.example.net/?map=b&service=wms&request=GetMap&layers=c | https://a.example.net/?map=b&SERVICE=WMS&REQUEST=GetCapabilities
    https://a.example.net/?request=GetCapabilities&service=WMS&version=1.1.1 | https://a.example.net/?request=GetCapabilities&service=WMS&version=1.1.1
    https://a.example.net/1.0.0/WMTSCapabilities.xml | https://a.example.net/1.0.0/WMTSCapabilities.xml
    https://a.example.net/cgi-bin/mapserv?map=/x.map | https://a.example.net/cgi-bin/mapserv?map=/x.map&SERVICE=WMS&REQUEST=GetCapabilities
    https://a.example.net/cgi-bin/qgis_mapserv.fcgi | https://a.example.net/cgi-bin/qgis_mapserv.fcgi?SERVICE=WMS&REQUEST=GetCapabilities
    https://a.example.net/?map=/x.qgs | https://a.example.net/?map=/x.qgs&SERVICE=WMS&REQUEST=GetCapabilities
    https://a.example.net/mapserv?map=/x.map&mode=tile&tile={x}+{y}+{z} | null
    https://a.example.net/arcgis/rest/services/A/MapServer | null
    https://a.example.net/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=a%20b&STYLE=c&TILEMATRIXSET=d&TILEMATRIX=5&TILEROW=3&TILECOL=4&FORMAT=image/png&map=e | https://a.example.net/wmts?map=e&SERVICE=WMTS&REQUEST=GetCapabilities
    https://a.example.net/geo?request=GetTile&layer=a | https://a.example.net/geo?SERVICE=WMTS&REQUEST=GetCapabilities
    https://a.example.net/geo?service=WMTS&request=GetFeatureInfo&layer=a&i=1&j=2&infoformat=b | https://a.example.net/geo?SERVICE=WMTS&REQUEST=GetCapabilities
    https://a.example.net/geo?request=GetTile&layer=a&tilematrix={z} | https://a.example.net/geo?layer=a&tilematrix={z}&SERVICE=WMTS&REQUEST=GetCapabilities
    https://a.example.net/wms?layer=a | https://a.example.net/wms?layer=a&SERVICE=WMS&REQUEST=GetCapabilities
    wms:https://a.example.net/geo | https://a.example.net/geo?SERVICE=WMS&REQUEST=GetCapabilities
    wmts[0,19]:https://a.example.net/geo | https://a.example.net/geo?SERVICE=WMTS&REQUEST=GetCapabilities
    wmts:https://a.example.net/geo.xml | https://a.example.net/geo.xml
    wmts:geo.xml | null
    https://a.example.net/?service=wfs | null
    https://a.example.net/flows | null
    https://catalog.example.net | null
    wms.xml | null`),
)('the capabilities that %s means are at %s', (address, found) =>
  expect(askedCapabilities(address as string)).toBe(found === 'null' ? null : found),
);
