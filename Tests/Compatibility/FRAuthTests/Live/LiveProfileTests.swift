import DeviceProfile
import FRAuth
import Foundation
import JourneyMessages
import Primitives
import ServerTesting
import Testing
import DeviceRegistry
import Services
import Directory

extension Documentation {
    @Suite("Against a server: device profile")
    struct LiveProfile {
        private let harness: Harness

        init() throws {
            harness = try Harness()
            FRDeviceCollector.shared.locationSource = FixedLocation(.init(latitude: 51.5, longitude: -0.12))
        }

        private func live(_ body: (LiveServer) async throws -> Void) async throws {
            try await harness.live { live in
                let match: JSONValue = [
                    "deviceMatch": ["acceptableVariance": 0], "true": "success", "false": "failure", "unknownDevice": "save",
                ]
                try await live.add(
                    "Login", start: "first",
                    nodes: [
                        "first": ["page": [["username": [:]], ["password": [:]]], "next": "check"],
                        "check": ["dataStoreDecision": [:], "true": "collect", "false": "failure"],
                        "collect": [
                            "deviceProfileCollector": ["maximumSize": "16", "deviceLocation": true, "message": "Looking"], "next": "match",
                        ], "match": match, "save": ["deviceSave": [:], "next": "success"],
                    ])
                try FRAuth.start(options: live.options)
                try await body(live)
            }
        }

        private func asked() async throws -> (Node, DeviceProfileCallback) {
            let first: Outcome<FRUser> = await outcome { FRUser.login(completion: $0) }
            let form = try #require(first.node)
            let second: Outcome<FRUser> = await form.signIn()
            let node = try #require(second.node)
            return (node, try node.first(DeviceProfileCallback.self))
        }

        private func saved(_ live: LiveServer) async throws -> [DeviceProfile] {
            let user = try #require(try await live.server.domain.directory.users.user(named: "demo", in: live.realm.id))
            return try await live.server.domain.deviceRegistry.deviceProfiles.profiles(of: user.id, in: live.realm.id)
        }

        @Test("Use the default device profile callback: the device is saved, and recognised the next time")
        func execute() async throws {
            try await live { live in
                for _ in 0..<2 {
                    let (node, callback) = try await asked()
                    #expect(callback.metadataRequired && callback.locationRequired && callback.message == "Looking")
                    let result: Outcome<FRUser> = await withCheckedContinuation { continuation in
                        ProfileViewController { continuation.resume(returning: $0) }.execute(node, callback)
                    }
                    #expect(result.result != nil, "\(String(describing: result.error))")
                    FRUser.currentUser?.logout()
                }
                let saved = try #require(try await saved(live).first)
                #expect(saved.metadata["platform"]?["platform"] != nil && saved.metadata["hardware"]?["cpu"] != nil)
                #expect(saved.location?.latitude == 51.5 && saved.identifier.utf8.count == 40)
            }
        }

        @Test("Customize the device profile callback: a collector of the app's own")
        func custom() async throws {
            try await live { live in
                let (node, callback) = try await asked()
                let result: Outcome<FRUser> = await withCheckedContinuation { continuation in
                    ProfileViewController { continuation.resume(returning: $0) }.executeCustom(node, callback)
                }
                #expect(result.result != nil)
                #expect(try await saved(live).first?.metadata["customCollector"] == ["customID": "MyCustomIDValue"])
            }
        }

        /// A collector that an app brings for the place of the device.
        private struct Place: DeviceCollector {
            let name = "place"

            func collect(completion: @escaping DeviceCollectorCallback) { completion(["latitude": 1.5, "longitude": 2.5]) }
        }

        @Test("collectors of the app's own for metadata and location; the profile's collector works by itself, too")
        func own() async throws {
            try await live { live in
                let (node, callback) = try await asked()
                callback.collector.collectors = [AnotherCollector()]
                callback.locationCollector = Place()
                let action: any ActionCallback = callback
                await withCheckedContinuation { continuation in action.execute { _ in continuation.resume() } }
                let result: Outcome<FRUser> = await outcome { node.next(completion: $0) }
                #expect(result.result != nil)
                let saved = try #require(try await saved(live).first)
                #expect(saved.location?.latitude == 1.5 && saved.metadata["hardware"] == nil)
                let metadata = await withCheckedContinuation { continuation in
                    callback.profileCollector.collect { continuation.resume(returning: Array($0.keys)) }
                }
                #expect(metadata == [AnotherCollector().name])
            }
        }

        @Test("a changed device isn't the same, and a removed collector tells nothing")
        func changed() async throws {
            try await live { live in
                for isFirst in [true, false] {
                    let (node, callback) = try await asked()
                    callback.profileCollector.collectors = isFirst ? [HardwareCollector()] : [HardwareCollector(), AnotherCollector()]
                    let result: Outcome<FRUser> = await withCheckedContinuation { continuation in
                        ProfileViewController { continuation.resume(returning: $0) }.execute(node, callback)
                    }
                    #expect((result.result != nil) == isFirst)
                    FRUser.currentUser?.logout()
                }
                #expect(try await saved(live).first?.metadata.names == ["hardware"])
            }
        }

        @Test("Manually collect device profile information; modify the default collectors")
        func manually() async throws {
            #expect(FRDevice.currentDevice == nil, "before the SDK is started")
            try await live { _ in
                let profile = await Collecting.profile()
                #expect((profile["identifier"] as? String)?.count == 40 && profile["version"] as? String == "1.0")
                #expect((profile["platform"] as? [String: Any])?["deviceName"] != nil && profile["metadata"] == nil)
                #expect((profile["location"] as? [String: Any])?["latitude"] as? Double == 51.5)
                let before = FRDeviceCollector.shared.collectors
                FRDeviceCollector.shared.collectors = [AnotherCollector()]
                defer { FRDeviceCollector.shared.collectors = before }
                let own = await Collecting.collect()
                #expect((own["custom"] as? [String: Any])?["key"] as? String == "value" && own["platform"] == nil)
                #expect(own["identifier"] as? String == profile["identifier"] as? String)
                #expect(FRDeviceIdentifier().getIdentifier() == profile["identifier"] as? String)
            }
        }

        @Test("Jailbreak detection: the highest score, -1 without detectors, detectors of the app's own")
        func tampering() async throws {
            let detectors = FRJailbreakDetector.shared.detectors
            defer { FRJailbreakDetector.shared.detectors = detectors }
            #expect(!detectors.isEmpty && (0...1).contains(FRJailbreakDetector.shared.analyze()))
            #expect(["clean", "suspicious"].contains(Detecting.analyze()))
            #expect(Detecting.customize() == 0, "what iOS lacks, other systems have by their nature")
            #expect(Detecting.add() == 0.75 && Detecting.analyze() == "suspicious")
            try await live { _ in
                let platform = await Collecting.profile()["platform"] as? [String: Any]
                #expect(platform?["jailBreakScore"] as? Double == 0.75)
            }
            FRJailbreakDetector.shared.detectors.removeAll()
            #expect(Detecting.analyze() == "none")
        }
    }
}
