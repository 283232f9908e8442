"""Prints what QGIS loads: the connections of files as it stores them, and the layer of a definition."""
import json
import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"
from qgis.core import QgsApplication, QgsDataSourceUri, QgsLayerDefinition, QgsProject, QgsSettings
from qgis.gui import QgsManageConnectionsDialog as Dialog
from qgis.PyQt.QtWidgets import QDialogButtonBox

folder = sys.argv[1]
qgis = QgsApplication([], True, os.path.join(folder, "profile"))
qgis.initQgis()

KEYS = ("url", "zmin", "zmax", "styleUrl", "ignoreGetMapURI")


def connections(file, kind, group):
    dialog = Dialog(None, Dialog.Import, kind, os.path.join(folder, file))
    dialog.selectAll()
    dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.Ok).click()
    settings = QgsSettings()
    settings.beginGroup("qgis/" + group)
    names = settings.childGroups()
    return {name: [settings.value(name + "/" + key) for key in KEYS] for name in names}


PARAMETERS = "layer layers styles url format crs IgnoreGetMapUrl type zmin zmax tilePixelRatio http-header:referer".split()


def layer_of(file, is_encoded=True):
    project = QgsProject.instance()
    project.clear()
    loaded, problem = QgsLayerDefinition.loadLayerDefinition(
        os.path.join(folder, file), project, project.layerTreeRoot()
    )
    assert loaded, problem
    (layer,) = project.mapLayers().values()
    uri = QgsDataSourceUri("" if is_encoded else layer.source())
    if is_encoded:
        uri.setEncodedUri(layer.source())
    stated = {name: uri.params(name) for name in PARAMETERS if uri.hasParam(name)}
    credit = {"attribution": layer.attribution(), "attributionUrl": layer.attributionUrl()}
    return {"name": layer.name(), "provider": layer.providerType(), "valid": layer.isValid(), **credit, **stated}


found = {
    "xyz": connections("qgis.xml", Dialog.XyzTiles, "connections-xyz"),
    "wms": connections("qgis-wms.xml", Dialog.WMS, "connections-wms"),
    "vector": connections("qgis-vector-tiles.xml", Dialog.VectorTile, "connections-vector-tile"),
    "arcgis": connections("qgis-arcgis.xml", Dialog.ArcgisFeatureServer, "connections-arcgisfeatureserver"),
    "layers": [layer_of("wms.qlr"), layer_of("tiles.qlr"), layer_of("flipped.qlr"), layer_of("arcgis.qlr", False)],
}
print(json.dumps(found), flush=True)
# It crashes when Python takes its objects apart.
os._exit(0)
