import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** What the client in Java thinks of catalogs: a line of the file is one, a line of output the codes. */
class Judge {
    public static void main(String[] arguments) throws Exception {
        CartalogClient.patience = 3;
        for (String line : Files.readAllLines(Path.of(arguments[0], "catalogs.txt"))) {
            String[] parts = line.split("\t");
            Path folder = Files.createTempDirectory(Path.of(arguments[0]), "store");
            if (!parts[5].isEmpty()) {
                byte[] name = MessageDigest.getInstance("SHA-256").digest(("time " + parts[1]).getBytes());
                Files.writeString(folder.resolve(HexFormat.of().formatHex(name)), parts[5]);
            }
            Clock clock = Clock.fixed(Instant.ofEpochSecond(Long.parseLong(parts[4])), ZoneOffset.UTC);
            var codes = new ArrayList<String>();
            for (String run : parts[7].split(", ")) {
                for (File file : folder.toFile().listFiles()) {
                    byte[] content = Files.readAllBytes(file.toPath());
                    if (run.equals("cut off")) Files.write(file.toPath(), Arrays.copyOf(content, content.length / 2));
                    if (run.startsWith("keeps ")) Files.writeString(file.toPath(), run.substring(6));
                }
                codes.add(judge(parts, folder, clock, run.equals("ignores clock")));
            }
            long size = 0;
            for (File file : folder.toFile().listFiles()) size += file.length();
            if (size > 100_000) codes.add("and keeps " + size + " bytes");
            System.out.println(String.join(" ", codes));
        }
    }

    private static String judge(String[] parts, Path folder, Clock clock, boolean ignoreClock) throws Exception {
        try {
            var catalog = new CartalogClient(parts[0], parts[1], List.of(parts[2].split(" ")),
                    List.of(parts[3].split(" ")), folder, clock, ignoreClock);
            String document = new String(catalog.read(parts[6]), StandardCharsets.UTF_8);
            return document.contains("\"Hills\"") ? "ok" : "not the document: " + document;
        } catch (CartalogClient.Refused refused) {
            return refused.code;
        }
    }
}
