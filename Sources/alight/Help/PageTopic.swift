extension HelpTopic {
  static let page = HelpTopic(
    name: "page", title: "The page in the browser",
    paragraphs: [
      "\"alight serve\" serves Alight as a page at http://127.0.0.1:8437/: the four questions, typed, chosen or spoken, the reminders, a map, stops and connections, and the ride under way. "
        + "It works as plain forms without JavaScript; with it it is live, rings and hears.",
      "Installed, \"systemctl --user enable --now alight-page.socket alight-page-server.service\" has the page, and whoever follows the "
        + "rides, begin when you log in. With the socket alone they begin when a browser asks: until then no ride is followed. "
        + "\"alight serve open\" opens the page with the code filled in, as the desktop's entry does; it also takes a place from a map (geo:) "
        + "and a file of reminders.",
      "A browser is let in once, by the code that is printed, and remembered by a cookie. A code serves one browser, and is burnt by "
        + "five wrong guesses; then a new one is printed. \"alight serve browsers\" lists who was let in, \"alight serve revoke ID\" "
        + "shuts one out at once.",
      "On the page \"Ride\" the button \"Start ride\" does three things in one tap, as browsers allow them in a tap alone: it unlocks the sound and plays a test tone, "
        + "keeps the screen on, and asks for the position. Positions go to your own Alight and lead among the sources as the most accurate does. "
        + "A browser gives no position while the page is hidden: leave it open and lit, or let OwnTracks or gpsd stand in.",
      "When the server cannot be heard for 20 seconds the page rings by itself, by the phone's clock and its own positions, rather too "
        + "early than too late. What it rang is told to the server when that is back, and nothing rings twice.",
      "Rides are followed by \"alight serve\" itself as by \"alight run\". Where that runs already the page talks to it; then positions "
        + "of the page do not reach it.",
      "Browsers give position and microphone to pages on this machine, and to others over TLS alone. To reach the page from a phone give "
        + "a certificate with --cert and --key, whose name the phone then uses, or put a proxy that adds TLS before it, such as Caddy, nginx or "
        + "Tailscale, and say --behind-proxy. With qrencode installed the link is drawn for the phone's camera.",
      "On \"Status\" a browser may ask that alerts are pushed to it while the page is closed (Web Push). They are encrypted for that "
        + "browser alone and go through its maker's push service, which is the one thing that leaves this machine, and off until it is asked for. "
        + "An alert that no browser has shown within 20 seconds is told as failed. --push-service allows a service of your own.",
      "\"alight preferences set alert-webhook URL\" posts each alert to a server of yours, also from \"alight run\": as alight.alert/1, or by "
        + "webhook-form as ntfy, gotify, home-assistant or a text of your own with {title} and {text}; webhook-fields adds fields such as "
        + "\"Authorization: Bearer TOKEN\". It is tried three times.",
      "The map is drawn from the timetable. \"alight preferences set map-tiles\" puts pictures under it, which are then asked of that host.",
      "Else nothing is loaded from elsewhere, and nothing is sent elsewhere. Programs use the same addresses below /api/ with the cookie of a "
        + "browser: JSON in and out, errors as application/problem+json, events at /api/events; /api/schema/openapi.yaml describes all of it.",
    ],
    entries: [
      Entry(term: "GET /api/dialogue", meaning: "the open question as alight.dialogue/1, with its draft and revision"),
      Entry(
        term: "POST /api/dialogue",
        meaning: "an answer, {\"text\": ...} or {\"option\": ...}; with a stale revision 409 and the newer state"),
      Entry(
        term: "POST /api/dialogue/fixes",
        meaning: "positions of who is on board already, as for /api/fixes: then \"I'm on the bus\" is an answer"),
      Entry(term: "GET /api/suggestions", meaning: "stops that fit ?text= at the open question"),
      Entry(term: "GET /api/reminders", meaning: "what is set, as alight.reminder/1"),
      Entry(term: "POST /api/reminders/ID/ACTION", meaning: "on, off or delete; DELETE /api/reminders/ID as well"),
      Entry(term: "GET /api/ride", meaning: "how the rides stand, in numbers and words"),
      Entry(term: "POST /api/alerts/ID/ACTION", meaning: "done, snooze or stop"),
      Entry(
        term: "POST /api/fixes", meaning: "positions: [{\"at\": ..., \"lat\": ..., \"lon\": ..., \"accuracy\": ...}]"),
      Entry(term: "GET /api/events", meaning: "server-sent events: rides, alert (alight.alert/1), withdraw, reminders"),
      Entry(term: "GET /api/stops", meaning: "stops like ?text=, or near ?lat= and lon=, as alight.stop/1"),
      Entry(term: "GET /api/connections", meaning: "connections ?from=ID&to=ID, as alight.connection/1"),
      Entry(term: "GET /api/map/ID", meaning: "the way of a reminder's ride, its stops and circles"),
      Entry(term: "PATCH /api/preferences", meaning: "set some: {\"volume\": \"60%\"}; null takes one back"),
    ])
}
