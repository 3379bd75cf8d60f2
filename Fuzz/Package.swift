// swift-tools-version:6.2
import PackageDescription

// One libFuzzer program for each parser of foreign bytes. `scripts/fuzz` builds and runs them; the sanitizer that it names
// instruments the code under test as well.

/// A program whose main function is libFuzzer's: its one file holds `LLVMFuzzerTestOneInput`.
func fuzzer(_ name: String, _ modules: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: modules.map { .product(name: $0, package: "gatehouse") },
        swiftSettings: [.unsafeFlags(["-parse-as-library"])])
}

let package = Package(
    name: "fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "gatehouse", path: "..")],
    targets: [
        fuzzer("FuzzAdvice", ["PolicyMessages", "Primitives"]),
        fuzzer("FuzzAuthorizeQuery", ["OAuthMessages"]),
        fuzzer("FuzzCallbackAnswers", ["JourneyMessages", "Primitives"]),
        fuzzer("FuzzFormBody", ["OAuthMessages"]),
        fuzzer("FuzzJSON", ["Primitives"]),
        fuzzer("FuzzJWE", ["JOSE", "Primitives"]),
        fuzzer("FuzzJWK", ["JOSE", "Primitives"]),
        fuzzer("FuzzJWS", ["JOSE", "Primitives"]),
        fuzzer("FuzzScriptFrames", ["ScriptMessages", "Primitives"]),
        fuzzer("FuzzQueryFilter", ["ResourceMessages", "Primitives"]),
        fuzzer("FuzzStepBody", ["JourneyMessages", "Primitives"]),
    ],
    swiftLanguageModes: [.v6])
