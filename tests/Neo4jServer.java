import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.ConnectorPortRegister;
import org.neo4j.configuration.connectors.ConnectorType;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.io.ByteUnit;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/**
 * A Neo4j with Bolt on a free loopback port, for tests. Argument: its home folder. With NEO4J_PASSWORD set,
 * authentication is on and that is the password of the user neo4j. Prints "ready PORT"; then obeys lines on
 * standard input: "readonly" and "writable" (answered by "done"). It stops when the input ends, so that it
 * never outlives the tests.
 */
public class Neo4jServer {
    public static void main(String[] args) {
        try {
            serve(Path.of(args[0]));
            System.exit(0);
        } catch (Exception error) {
            error.printStackTrace();
            System.exit(1); // its own threads would keep it alive
        }
    }

    private static void serve(Path home) throws Exception {
        boolean fresh = !Files.exists(home.resolve("data"));
        String password = System.getenv("NEO4J_PASSWORD");
        DatabaseManagementService service =
                new DatabaseManagementServiceBuilder(home)
                        .setConfig(BoltConnector.enabled, true)
                        .setConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", 0))
                        .setConfig(HttpConnector.enabled, false)
                        .setConfig(GraphDatabaseSettings.auth_enabled, password != null)
                        .setConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.mebiBytes(128))
                        .build();
        GraphDatabaseAPI system = (GraphDatabaseAPI) service.database("system");
        if (password != null && fresh) {
            String change = "ALTER USER neo4j SET PASSWORD $password CHANGE NOT REQUIRED";
            system.executeTransactionally(change, Map.of("password", password));
        }
        ConnectorPortRegister ports = system.getDependencyResolver().resolveDependency(ConnectorPortRegister.class);
        say("ready " + ports.getLocalAddress(ConnectorType.BOLT).getPort());
        Config config = system.getDependencyResolver().resolveDependency(Config.class);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            Set<String> names = line.equals("readonly") ? Set.of("neo4j") : Set.of();
            config.setDynamic(GraphDatabaseSettings.read_only_databases, names, "test");
            say("done");
        }
        service.shutdown();
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
