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


project = QgsProject.instance()
QgsLayerDefinition.loadLayerDefinition(os.path.join(folder, "layer.qlr"), project, project.layerTreeRoot())
(layer,) = project.mapLayers().values()
uri = QgsDataSourceUri()
uri.setEncodedUri(layer.source())
lists = {name: uri.params(name) for name in ("layers", "styles", "url", "format", "crs", "IgnoreGetMapUrl")}
found = {
    "xyz": connections("qgis.xml", Dialog.XyzTiles, "connections-xyz"),
    "wms": connections("qgis-wms.xml", Dialog.WMS, "connections-wms"),
    "vector": connections("qgis-vector-tiles.xml", Dialog.VectorTile, "connections-vector-tile"),
    "layer": {"name": layer.name(), "provider": layer.providerType(), **lists},
}
print(json.dumps(found), flush=True)
# It crashes when Python takes its objects apart.
os._exit(0)
