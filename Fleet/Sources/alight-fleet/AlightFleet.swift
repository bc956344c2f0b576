import ArgumentParser
import Journey

@main struct AlightFleet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alight-fleet",
    abstract: "Alight for many riders: their reminders, followed and told by any number of workers.",
    discussion: """
      Reminders and what was told stand in PostgreSQL, or in one file of SQLite for a single machine; positions come in and alerts \
      go out by NATS. Every command takes where these are from its options, or from the environment:

        ALIGHT_FLEET_DATABASE   postgresql://fleet@db.example/alight, or sqlite:/var/lib/alight/fleet.sqlite
        ALIGHT_FLEET_NATS       tls://n1.example:4222,tls://n2.example:4222
        ALIGHT_FLEET_CREDENTIALS, ALIGHT_FLEET_CA   files for NATS

      Try it on one machine, with nats-server running:

        alight reminders export --all | alight-fleet import - --rider me --database sqlite:fleet.sqlite
        alight-fleet serve-worker --database sqlite:fleet.sqlite --nats nats://127.0.0.1:4222

      It ends with 0 if all went well, 64 for a command line that is wrong, 65 for records that are, 69 where the database or NATS \
      does not answer, 77 where it may not do what is asked.
      """,
    version: AlightVersion.text,
    subcommands: [
      ServeWorker.self, Import.self, Export.self, Status.self, Drain.self, Log.self, Forget.self, Token.self,
      Admit.self, FleetManual.self,
    ])
}
