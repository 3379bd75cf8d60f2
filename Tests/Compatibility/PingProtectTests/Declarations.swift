import FRAuth
import Foundation
import PingProtect

// The declarations and the code of the documents.

func declaredCalls() -> [Any] {
    let start: (PIInitParams?, @escaping ((any Error)?) -> Void) -> Void = PIProtect.start(initParams:callback:)
    let plain: (PIInitParams) -> Void = PIProtect.start(_:)
    let pause: () -> Void = PIProtect.pauseBehavioralData
    let resume: () -> Void = PIProtect.resumeBehavioralData
    let data: (@escaping (String?, (any Error)?) -> Void) -> Void = PIProtect.getData(completion:)
    let params = PIInitParams(
        envId: "3072206d-c6ce-ch15-m0nd-f87e972c7cc3", deviceAttributesToIgnore: ["AUDIO_OUTPUT_DEVICES", "IS_ACCEPT_COOKIES"],
        consoleLogEnabled: false, customHost: nil, lazyMetadata: false, behavioralDataCollection: true)
    let signals: (POInitParams) -> PingOneSignals? = PingOneSignals.initSDK(initParams:)
    let shared: () -> PingOneSignals? = PingOneSignals.sharedInstance
    return [start, plain, pause, resume, data, params, signals, shared]
}

func declaredCallbacks(_ start: PingOneProtectInitializeCallback, _ evaluation: PingOneProtectEvaluationCallback) -> [Any?] {
    let begin: (@escaping ProtectResultCallback) -> Void = start.start
    let get: (@escaping ProtectResultCallback) -> Void = evaluation.getData
    let pause: Bool? = evaluation.pauseBehavioralData
    let errors: [(String) -> Void] = [start.setClientError, evaluation.setClientError, evaluation.setData]
    let config: () -> [String: Any] = start.getConfig
    return [begin, get, pause, errors, config]
}

/// The document's handling of both callbacks.
func handle(_ callback: Callback, then handleNode: @escaping @Sendable (String) -> Void) {
    if callback.type == "PingOneProtectInitializeCallback",
        let pingOneProtectInitCallback = callback as? PingOneProtectInitializeCallback
    {
        pingOneProtectInitCallback.start { result in
            DispatchQueue.main.async {
                var initResult = ""
                switch result {
                case .success:
                    initResult = "Success"
                case .failure(let error):
                    initResult = "Error: \(error.localizedDescription)"
                }
                FRLog.i("{p1} Protect Initialize Result: \n\(initResult)")
                handleNode(initResult)
            }
        }
        return
    }

    if callback.type == "PingOneProtectEvaluationCallback",
        let pingOneProtectEvaluationCallback = callback as? PingOneProtectEvaluationCallback
    {
        if let shouldPause = pingOneProtectEvaluationCallback.pauseBehavioralData, shouldPause {
            PIProtect.pauseBehavioralData()
        }
    }

    if callback.type == "PingOneProtectEvaluationCallback",
        let pingOneProtectEvaluationCallback = callback as? PingOneProtectEvaluationCallback
    {
        pingOneProtectEvaluationCallback.getData { result in
            DispatchQueue.main.async {
                var evaluationResult = ""
                switch result {
                case .success:
                    evaluationResult = "Success"
                case .failure(let error):
                    evaluationResult = "Error: \(error.localizedDescription)"
                }
                FRLog.i("{p1} Protect Evaluation Result: \n\(evaluationResult)")
                handleNode(evaluationResult)
            }
        }
        return
    }
}

/// The document's manual start.
func startByHand() {
    let initParams = PIInitParams(envId: "3072206d-c6ce-ch15-m0nd-f87e972c7cc3")
    PIProtect.start(initParams: initParams) { error in
        if let error = error as? NSError {
            FRLog.e("Initialize error: \(error.localizedDescription)")
        } else {
            FRLog.i("Initialize succeeded")
        }
    }
}
