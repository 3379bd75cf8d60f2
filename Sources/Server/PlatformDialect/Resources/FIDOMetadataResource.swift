import Foundation
import HTTPBase
import Primitives
import ResourceMessages
import WebAuthn
import Directory
import DevicePolicies

/// `/fidoDevicesMetadata`: the models of authenticators that the realm's default trust store knows (`docs/protocols/platform.md` 2.9).
///
/// They come with FIDO's file, which is loaded whole into the trust store; none is added or removed by itself.
enum FIDOMetadataResource {
    static let routes: [PlatformRoute] = [
        .get(
            .api("fidoDevicesMetadata"), "List the models of authenticators that metadata knows", .readConfiguration,
            query: [.filter, .order, .limit, .cursor], gives: PlatformCollection.shape("fidoDevicesMetadata", shape)
        ) { turn in
            let all = try await turn.services.factors.devicePolicies.trustStores.models(of: TrustStores.defaultAlias, in: turn.realm.id).map
            {
                json($0, turn)
            }
            return try PlatformPage.of("fidoDevicesMetadata", all, turn).json(turn)
        }
    ]

    private static func json(_ entry: MetadataEntry, _ turn: PlatformTurn) -> JSONObject {
        let model = entry.model ?? ""
        var json: JSONObject = [
            "id": .string(model), "mdsIdentifier": .string(model), "name": .string(entry.description),
            "revoked": .bool(entry.isCompromised),
        ]
        json["certification"] = entry.certificationLevel.map { .string($0.rawValue) }
        return json
    }

    private static let shape = PlatformShape.told(
        "FidoDeviceMetadata",
        [
            ("mdsIdentifier", PlatformShape.text), ("name", PlatformShape.text), ("revoked", .flag), ("certification", PlatformShape.text),
        ])
}
