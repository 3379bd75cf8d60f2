import Primitives

/// Keeps the time, for a Timer Stop behind it.
package struct TimerStart: NodeDeclaration {
    package static let type = NodeType("TimerStartNode", alias: "timerStart", title: "Timer Start", "Keeps the time, for a Timer Stop.")
    package static let settings = [NodeSetting<Self>("startTimeProperty", \.key, "The key of the state that gets the time.")]

    package var key = TimerStop.standardKey

    package init() {}

    package var objections: [SettingObjection] { StateKey.objections(key, in: "startTimeProperty") }
}
