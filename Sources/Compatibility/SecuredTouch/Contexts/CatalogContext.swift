import RiskSignals
import Signals

/// The calls about the catalogue.
public struct CatalogContext: Sendable {
    let signals: Signals

    /// Records a look at details.
    public func viewDetail() { signals.record(.plain(.viewDetail)) }
    /// Records a channel that was followed.
    public func followChannel() { signals.record(.plain(.followChannel)) }
    /// Records a channel that is no longer followed.
    public func unfollowChannel() { signals.record(.plain(.unfollowChannel)) }
}
