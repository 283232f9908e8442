import org.openstreetmap.josm.data.imagery.ImageryInfo;
import org.openstreetmap.josm.data.imagery.JosmTemplatedTMSTileSource;
import org.openstreetmap.josm.data.imagery.TemplatedWMSTileSource;
import org.openstreetmap.josm.data.preferences.JosmBaseDirectories;
import org.openstreetmap.josm.data.projection.ProjectionRegistry;
import org.openstreetmap.josm.data.projection.Projections;
import org.openstreetmap.josm.io.imagery.ImageryReader;
import org.openstreetmap.josm.spi.preferences.Config;
import org.openstreetmap.josm.spi.preferences.MemoryPreferences;

/** Prints what JOSM asks for the maps of a file, and of addresses that people enter: at a place and zoom, in each projection. */
class Josm {
    static final double LATITUDE = 47.1, LONGITUDE = 9.5;
    static final int ZOOM = 9;

    public static void main(String[] args) throws Exception {
        Config.setPreferencesInstance(new MemoryPreferences());
        Config.setBaseDirectoriesProvider(JosmBaseDirectories.getInstance());
        try (ImageryReader reader = new ImageryReader(args[0])) {
            // Otherwise it leaves out what it cannot read.
            reader.setFastFail(true);
            for (ImageryInfo map : reader.parse()) print(map);
        }
        for (int index = 1; index < args.length; index++) {
            ImageryInfo map = new ImageryInfo("Entered", args[index]);
            System.out.printf("%s\t%s\t%d-%d%n", map.getImageryType(), map.getUrl(), map.getMinZoom(), map.getMaxZoom());
        }
    }

    static void print(ImageryInfo map) {
        String known = String.join("\t", map.getId(), map.getName(), map.getImageryCategory().name(), String.valueOf(map.isOverlay()),
            String.valueOf(map.getBounds() == null ? null : map.getBounds().encodeAsString(",")));
        if (map.getImageryType() == ImageryInfo.ImageryType.TMS) {
            var source = new JosmTemplatedTMSTileSource(map);
            var tile = source.latLonToTileXY(LATITUDE, LONGITUDE, ZOOM);
            System.out.println(known + "\t" + source.getTileUrl(ZOOM, tile.getXIndex(), tile.getYIndex()));
            return;
        }
        TemplatedWMSTileSource.checkUrl(map.getUrl());
        for (String code : map.getServerProjections()) {
            var projection = Projections.getProjectionByCode(code);
            ProjectionRegistry.setProjection(projection);
            var source = new TemplatedWMSTileSource(map, projection);
            // A tile of a WMS has twice as many pixels.
            var tile = source.latLonToTileXY(LATITUDE, LONGITUDE, ZOOM + 1);
            System.out.println(known + "\t" + source.getTileUrl(ZOOM + 1, tile.getXIndex(), tile.getYIndex()));
        }
    }
}
