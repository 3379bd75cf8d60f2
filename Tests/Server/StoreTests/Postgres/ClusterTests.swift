import PostgresTesting
import Testing

@Suite("The cluster of the tests")
struct ClusterTests {
    @Test(
        "there is a PostgreSQL cluster to test with",
        .disabled(if: TestCluster.isKnownToBeAbsent, "tests run without PostgreSQL on purpose"))
    func isThere() throws {
        let cluster = try #require(
            TestCluster.current,
            "no PostgreSQL was tested; scripts/test starts a cluster, or set \(TestCluster.absence) to go without one")
        #expect(try cluster.run("SHOW fsync") == ["on"])
    }
}
