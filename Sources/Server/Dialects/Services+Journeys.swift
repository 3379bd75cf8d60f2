import JourneyEngine
package import Services

extension Services: JourneyServicesSource {}
