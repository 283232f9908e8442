import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;

/** Prints which map the client in Java chooses: the first argument is a catalog, the second its key, each other a list of maps. */
class Choose {
    public static void main(String[] arguments) throws Exception {
        String url = arguments[0];
        List<String> keys = List.of(arguments[1]);
        var catalog = new CartalogClient(url, url, keys, keys, Path.of("kept"), Clock.systemUTC(), false);
        for (String line : Arrays.asList(arguments).subList(2, arguments.length)) {
            byte[] map = catalog.firstWorking(List.of(line.split(" ")));
            System.out.println(map == null ? "null" : new String(map, "UTF-8").split("\"")[7]);
        }
    }
}
