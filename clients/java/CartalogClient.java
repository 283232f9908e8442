import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.security.*;
import java.security.spec.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.regex.*;
import java.util.stream.Stream;

/**
 * Reads a signed catalog of maps. Copy this file; it needs Java 17 and no library. Each thread needs its own object.
 *
 * <p>docs/clients.md of Cartalog says what is verified, and explains the code of each refusal.
 */
public final class CartalogClient {
    /** Why a catalog or a document is refused: a message, and a code. */
    @SuppressWarnings("serial")
    public static final class Refused extends IOException {
        public final String code;

        Refused(String code, String message) {
            super(message + ".");
            this.code = code;
        }
    }

    private record Signed(byte[] content, String signature) {}

    /** What a host sent. */
    private record Answer(byte[] content, String etag) {}

    /** When something was signed, and until when it is valid, in seconds since 1970. */
    private record Times(long timestamp, long end) {}

    private record Entry(int size, String sha256) {}

    private record Keys(long timestamp, List<String> signing, List<String> spare, List<String> revoked) {}

    private static final int SIGNATURE_BYTES = 8192;
    private static final int MANIFEST_BYTES = 16 * 1024 * 1024;
    /** How far clocks may differ, in seconds. */
    private static final long CLOCKS = 86_400;
    /** How long a request may take, in seconds. */
    static int patience = 60;

    private static final String MANIFEST = "/manifest.json";
    /** RW and one of QRST are the base64 of "Ed", for Ed25519, and of the first bits of the id. */
    private static final Pattern SIGNATURE = Pattern.compile("untrusted comment: [^\n]*\n(RW[QRST][A-Za-z0-9+/]{96}=)\n"
            + "trusted comment: ([^\0\r\n]*)\n([A-Za-z0-9+/]{86}==)\n?");
    private static final Pattern KEY = Pattern.compile("RW[QRST][A-Za-z0-9+/]{53}");
    /** An object of JSON with no object in it. Texts are verified before they are read: they have Cartalog's form. */
    private static final Pattern OBJECT = Pattern.compile("\\{(?:[^{}\"]++|\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")*+}");

    private static final Pattern ALTERNATIVES = Pattern.compile("\"alternatives\":\\[((?:" + OBJECT + ",?)++)\\]");
    /** The verdict of a map, which is first in the object, and whether it is old. */
    private static final String HEALTH =
            "\\{\"verdict\":\"(\\w+)\"(?:,\"\\w+\":\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\")*+(,\"old\":true)?";

    private final HttpClient http = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL)
            .connectTimeout(Duration.ofSeconds(30)).build();
    private final String url;
    private final String serviceUrl;
    private final List<String> ownKeys;
    private final List<String> ownSpares;
    private final Path folder;
    private final Clock clock;
    private final boolean ignoreClock;
    private Map<String, Entry> files;

    /**
     * Opens a catalog: reads its manifest and verifies it. Open it again to see news.
     *
     * @param url where it is: the service URL, or the address of a mirror
     * @param serviceUrl the address that its signature names
     * @param keys the public keys that sign it, in minisign's form
     * @param spares the spare keys, which sign lists of other keys
     * @param folder keeps what was read from one start to the next
     * @param ignoreClock accepts what has expired or is from the future, after a person has decided so
     */
    public CartalogClient(String url, String serviceUrl, List<String> keys, List<String> spares, Path folder,
            Clock clock, boolean ignoreClock) throws IOException {
        this.url = url.replaceAll("/+$", "");
        this.serviceUrl = serviceUrl.replaceAll("/+$", "");
        this.ownKeys = List.copyOf(keys);
        this.ownSpares = List.copyOf(spares);
        this.folder = Files.createDirectories(folder);
        this.clock = clock;
        this.ignoreClock = ignoreClock;
        open();
    }

    /** The bytes of the document at a path, such as {@code /v1/mapservers/?format=xml}. */
    public byte[] read(String path) throws IOException {
        for (boolean isFresh : new boolean[] {false, true}) {
            if (isFresh) open(); // Something may have been published meanwhile.
            Entry entry = files.get(path);
            refuseIf(entry == null, "not-found", "The manifest of " + serviceUrl + " has no " + path);
            byte[] kept = kept(url + path);
            if (sha256(kept).equals(entry.sha256)) return kept;
            byte[] read = request(path, entry.size, "").content;
            if (!sha256(read).equals(entry.sha256)) continue;
            keep(url + path, read);
            return read;
        }
        throw new Refused("wrong-document", url + path + " is not what was signed");
    }

    /** The documents with the maps at a place, and with the maps of the world; in each the best map is first. */
    public List<byte[]> mapsAt(double longitude, double latitude) throws IOException {
        byte[] here = read(pathAt(longitude, latitude));
        // The files of earlier versions have the maps of the world.
        return member(text(here), "worldUrl") == null ? List.of(here) : List.of(here, read("/v2/at/world.json"));
    }

    /** The path of the maps at a place, without the maps of the world. The index has 32 columns and 32 rows. */
    public static String pathAt(double longitude, double latitude) {
        double sine = Math.sin(Math.toRadians(Math.max(-85, Math.min(85, latitude))));
        long row = (long) ((1 - Math.log((1 + sine) / (1 - sine)) / 2 / Math.PI) * 16);
        return "/v2/at/5/" + Math.floorMod((long) Math.floor((longitude + 180) * 32 / 360), 32) + "/" + row + ".json";
    }

    /**
     * The document of the first map that works, or else of the first with an unknown state, or of an alternative; null
     * if no map is found.
     *
     * @param maps ids such as {@code mapservers/openstreetmap}; ids that the catalog lacks are skipped
     */
    public byte[] firstWorking(List<String> maps) throws IOException {
        byte[] status = readOrNull("/v2/status.json");
        String verdicts = status == null ? "" : text(status);
        byte[] found = first(maps, verdicts);
        if (found != null) return found;
        List<String> others = new ArrayList<>();
        for (String map : maps) {
            byte[] failing = readOrNull("/v2/" + map + ".json");
            // Each alternative is an object with the id first, and with no object in it.
            Matcher list = ALTERNATIVES.matcher(failing == null ? "" : text(failing));
            if (list.find()) OBJECT.matcher(list.group(1)).results().forEach(one -> others.add(member(one.group(), "id")));
        }
        return first(others, verdicts);
    }

    private byte[] first(List<String> maps, String verdicts) throws IOException {
        for (String wanted : List.of("works", "unsure")) {
            for (String map : maps) {
                Matcher health = Pattern.compile(Pattern.quote("\"" + map + "\":") + HEALTH).matcher(verdicts);
                boolean isKnown = health.find() && health.group(2) == null;
                byte[] found = wanted.equals(isKnown ? health.group(1) : "unsure") ? readOrNull("/v2/" + map + ".json") : null;
                if (found != null) return found;
            }
        }
        return null;
    }

    private byte[] readOrNull(String path) throws IOException {
        try {
            return read(path);
        } catch (Refused refused) {
            if (refused.code.equals("not-found")) return null;
            throw refused;
        }
    }

    /** The address of a tile, given the {@code urlPattern} of a map. */
    public static String tileAddress(String urlPattern, String host, int zoom, long x, long y, String language) {
        return urlPattern.replace("#{host}", host).replace("#{zoom}", "" + zoom).replace("#{tilex}", "" + x)
                .replace("#{tiley}", "" + y).replace("#{language}", language);
    }

    private void open() throws IOException {
        try {
            files = readManifest(text(kept("etag " + url)));
        } catch (Refused refused) {
            if (!refused.code.startsWith("wrong-")) throw refused;
            files = readManifest(""); // The site may have changed between reading the manifest and its signature.
        }
    }

    private Map<String, Entry> readManifest(String etag) throws IOException {
        String signature = readSignature(MANIFEST);
        Answer answer = request(MANIFEST, MANIFEST_BYTES, etag);
        String content = text(answer.content);
        Keys keys = currentKeys(content.contains("\"/v2/keys.json.minisig\""));
        List<String> signing = join(join(ownKeys, ownSpares), keys.signing);
        Times times = verify(MANIFEST, new Signed(answer.content, signature), signing, keys.revoked);
        long last = seconds(text(kept("time " + serviceUrl)));
        long now = clock.instant().getEpochSecond();
        boolean isEarly = times.timestamp > now + CLOCKS;
        String signedOn = serviceUrl + " was signed on " + day(times.timestamp);
        refuseIf(times.timestamp < last, "older", signedOn + "; one of " + day(last) + " was accepted before");
        refuseIf(!ignoreClock && isEarly, "not-yet-valid", signedOn + "; here it is " + day(now));
        refuseIf(!ignoreClock && times.end < now, "expired",
                signedOn + ", valid until " + day(times.end) + "; here it is " + day(now));
        String stated = member(content, "serviceUrl");
        refuseIf(stated == null, "malformed", "The manifest of " + serviceUrl + " is not JSON");
        refuseIf(!serviceUrl.equals(stated), "other-catalog", serviceUrl + " has the manifest of " + stated);
        if (!isEarly) keep("time " + serviceUrl, bytes(Long.toString(times.timestamp)));
        keep(url + MANIFEST, answer.content);
        keep("etag " + url, bytes(answer.etag));
        Map<String, Entry> found = new HashMap<>();
        OBJECT.matcher(content).results().map(result -> result.group()).forEach(file -> found.put(member(file, "url"),
                new Entry(Integer.parseInt(member(file, "size")), member(file, "sha256"))));
        return found;
    }

    /** The last list of keys that a spare key signed. The key that signs every day is easier to steal, and may sign none. */
    private Keys currentKeys(boolean isListed) throws IOException {
        String name = "keys " + serviceUrl + " " + ownKeys + " " + ownSpares;
        String[] kept = text(kept(name)).split("\n", 2);
        Keys keys = parseKeys(seconds(kept[0]), kept.length < 2 ? "" : kept[1]);
        if (!isListed) return keys;
        String signature = readSignature("/v2/keys.json");
        Signed signed = new Signed(request("/v2/keys.json", MANIFEST_BYTES, "").content, signature);
        try {
            List<String> spares = join(ownSpares, keys.spare);
            long timestamp = verify("/v2/keys.json", signed, spares, keys.revoked).timestamp;
            if (timestamp < keys.timestamp) return keys;
            keep(name, bytes(timestamp + "\n" + text(signed.content)));
            return parseKeys(timestamp, text(signed.content));
        } catch (Refused refused) {
            if (refused.code.equals("unsupported")) throw refused;
            return keys; // A list that no known spare key signed changes nothing.
        }
    }

    private static Keys parseKeys(long timestamp, String text) {
        Keys keys = new Keys(timestamp, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        OBJECT.matcher(text.replaceFirst("^\\{", "")).results().map(result -> result.group()).forEach(one -> {
            if ("signing".equals(member(one, "use"))) keys.signing.add(member(one, "key"));
            if ("spare".equals(member(one, "use"))) keys.spare.add(member(one, "key"));
        });
        KEY.matcher(text.substring(Math.max(0, text.indexOf("\"revoked\"")))).results()
                .forEach(result -> keys.revoked.add(result.group()));
        return keys;
    }

    private Times verify(String path, Signed signed, List<String> keys, List<String> revoked) throws IOException {
        String at = serviceUrl + path;
        Matcher match = SIGNATURE.matcher(signed.signature);
        refuseIf(!match.matches(), "malformed", "The signature of " + at + " is damaged");
        // Two bytes name the algorithm and eight the key; the signature follows. Public keys have the same form.
        byte[] first = Base64.getDecoder().decode(match.group(1));
        byte[] ofFile = Arrays.copyOfRange(first, 10, first.length);
        byte[] ofComment = Base64.getDecoder().decode(match.group(3));
        refuseIf(keyWithId(first, revoked) != null, "revoked", at + " is signed with a key that was revoked");
        byte[] key = keyWithId(first, keys);
        refuseIf(key == null, "wrong-key", at + " is signed with an unknown key");
        refuseIf(!isSigned(key, ofFile, signed.content), "wrong-signature", at + " was changed");
        boolean isComment = isSigned(key, ofComment, ofFile, bytes(match.group(2)));
        refuseIf(!isComment, "wrong-comment", "The trusted comment of " + at + " was changed");
        Map<String, String> says = new HashMap<>();
        boolean isWhole = true;
        for (String part : match.group(2).split("\t", -1)) {
            String[] pair = (part + ":").split(":", 2);
            isWhole &= says.put(pair[0], pair[1].replaceFirst(":$", "")) == null;
        }
        long timestamp = seconds(says.get("timestamp"));
        long end = says.containsKey("valid-until") ? seconds(says.get("valid-until")) : Long.MAX_VALUE;
        isWhole &= timestamp >= 0 && end >= 0 && says.containsKey("file") && says.containsKey("catalog");
        refuseIf(!isWhole, "malformed", "The trusted comment of " + at + " is incomplete");
        refuseIf(!path.endsWith("/" + says.get("file")), "other-file", at + " has the signature of " + says.get("file"));
        refuseIf(!serviceUrl.equals(says.get("catalog")), "other-catalog", at + " is of " + says.get("catalog"));
        return new Times(timestamp, end);
    }

    /** The key with the id of a signature; null if there is none. */
    private static byte[] keyWithId(byte[] signature, List<String> keys) throws Refused {
        for (String text : keys) {
            refuseIf(!KEY.matcher(text).matches(), "malformed", "Not a public key of minisign: " + text);
            byte[] key = Base64.getDecoder().decode(text);
            if (Arrays.equals(key, 2, 10, signature, 2, 10)) return Arrays.copyOfRange(key, 10, 42);
        }
        return null;
    }

    private static boolean isSigned(byte[] key, byte[] signature, byte[]... content) throws Refused {
        // The last byte of a key is its highest one; the highest bit is the sign of x.
        byte[] y = new byte[32];
        for (int at = 0; at < 32; at++) y[at] = key[31 - at];
        y[0] &= 0x7f;
        EdECPoint point = new EdECPoint(key[31] < 0, new BigInteger(1, y));
        try {
            KeyFactory factory = KeyFactory.getInstance("Ed25519");
            Signature verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(factory.generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point)));
            for (byte[] part : content) verifier.update(part);
            return verifier.verify(signature);
        } catch (NoSuchAlgorithmException error) {
            throw new Refused("unsupported", "Ed25519 is missing here");
        } catch (GeneralSecurityException error) {
            return false;
        }
    }

    private String readSignature(String path) throws IOException {
        try {
            return text(request(path + ".minisig", SIGNATURE_BYTES, "").content);
        } catch (Refused refused) {
            refuseIf(refused.code.equals("not-found"), "unsigned", serviceUrl + path + " is not signed");
            throw refused;
        }
    }

    /**
     * Reads a document; only the beginning if it is too long.
     *
     * @param etag the ETag of the kept document, if the host may answer that it has not changed; otherwise empty
     */
    private Answer request(String path, int limit, String etag) throws IOException {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path));
            request.timeout(Duration.ofSeconds(patience));
            if (!etag.isEmpty()) request.header("If-None-Match", etag);
            HttpResponse<InputStream> response = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                CompletableFuture.delayedExecutor(patience, TimeUnit.SECONDS).execute(() -> close(body));
                if (response.statusCode() == 304 && !etag.isEmpty()) return new Answer(kept(url + path), etag);
                String code = response.statusCode() == 404 ? "not-found" : "unreachable";
                refuseIf(response.statusCode() != 200, code, url + path + " answers " + response.statusCode());
                return new Answer(body.readNBytes(limit + 1), response.headers().firstValue("ETag").orElse(""));
            }
        } catch (Refused refused) {
            throw refused;
        } catch (IOException | InterruptedException | RuntimeException error) { // RuntimeException: a damaged address.
            if (error instanceof InterruptedException) Thread.currentThread().interrupt();
            throw new Refused("unreachable", url + path + " cannot be read: " + error);
        }
    }

    /** Ends a request. Its own timeout ends with the head of the answer, and a host may send the body forever. */
    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException error) {
            // The reader of the body gets the error.
        }
    }

    private byte[] kept(String name) throws IOException {
        Path file = folder.resolve(sha256(bytes(name)));
        return Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    }

    private void keep(String name, byte[] content) throws IOException {
        Path unfinished = Files.createTempFile(folder, "unfinished", "");
        Files.write(unfinished, content);
        Files.move(unfinished, folder.resolve(sha256(bytes(name))), StandardCopyOption.REPLACE_EXISTING);
    }

    /** A member of an object of JSON, a string or a number; null if there is none. */
    private static String member(String object, String name) {
        Matcher found = Pattern.compile("\"" + name + "\":(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|(\\d+))").matcher(object);
        if (!found.find()) return null;
        return found.group(1) == null ? found.group(2) : found.group(1).replaceAll("\\\\(.)", "$1");
    }

    private static void refuseIf(boolean isWrong, String code, String message) throws Refused {
        if (isWrong) throw new Refused(code, message);
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException(error); // Every Java has it.
        }
    }

    /** A time in seconds since 1970; -1 if the text is not a time. */
    private static long seconds(String digits) {
        return digits != null && digits.matches("[0-9]{1,11}") ? Long.parseLong(digits) : -1;
    }

    private static String day(long seconds) {
        return Instant.ofEpochSecond(seconds).toString();
    }

    private static List<String> join(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
