import Foundations
import Primitives
import Store
import WalletMessages

/// The requests that QR codes lead to.
enum KeptRequests {
    /// The number of requests of one instance that are kept at once.
    static let mostOfInstance = 256

    /// The table `wallet_requests`; rows go with their instance, or once they have expired.
    static let feature = Feature(
        history: [SchemaStep(55, "wallets", place: 3, tables)],
        tables: [
            .owned(
                "wallet_requests",
                filled: .byStrangers(
                    .init(
                        by: .account(rows: mostOfInstance), bytes: SharedRequest.longest + 512, renewals: .none,
                        lifetime: .seconds(Int(RequestKeeping.longestLife)))), by: .installation("instance"))
        ],
        expiry: [Expiry("wallet_requests", key: "realm, id", by: "expires")])

    private static let tables: [SQL] = [
        """
        CREATE TABLE wallet_requests (
            realm TEXT NOT NULL, id TEXT NOT NULL, instance TEXT NOT NULL, content TEXT NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (realm, id))
        """,
        "CREATE INDEX wallet_requests_instance ON wallet_requests (realm, instance)",
        "CREATE INDEX wallet_requests_expires ON wallet_requests (expires)",
    ]
}
