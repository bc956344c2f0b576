# Alight: `make run` and `make test` are all that is needed on a fresh Debian machine with git, make and Swift.

PREFIX ?= /usr/local
SWIFT ?= swift
# Colours or not, the objects are the same: without this a build at a terminal makes all anew that one in a pipe has made. The index,
# a twelfth of the time, stays: SwiftPM links tests only when it finds them in there.
BUILD_OPTIONS := --no-color-diagnostics
BUILD := $(SWIFT) build $(BUILD_OPTIONS)
# The Swift runtime goes into the program, so that it starts fast and runs where no toolchain is.
RELEASE := -c release --static-swift-stdlib
PROGRAM = $(shell $(BUILD) $(RELEASE) --show-bin-path)/alight
LAB = $(shell $(BUILD) $(RELEASE) --show-bin-path)/alight-lab

# What the build needs, and what the program uses where it is there.
BUILD_PACKAGES := libsqlite3-dev libpocketsphinx-dev libkissfft-dev libarchive-dev libxml2-dev libxxhash-dev \
  libmosquitto-dev pkg-config
RUN_PACKAGES := curl pocketsphinx-en-us espeak-ng libnotify-bin alsa-utils libmosquitto1 libjs-leaflet
# What the tests start: a notification daemon on a session bus of its own, a sound server with a null sink, a terminal with
# shells in it, what formats manual pages, and what reads our records as others do.
TEST_PACKAGES := sox flite python3 pulseaudio pulseaudio-utils python3-icalendar python3-jsonschema tmux zsh fish groff man-db \
  sphinxtrain sphinxbase-utils pocketsphinx gpsd gpsd-clients mosquitto mosquitto-clients dunst xvfb dbus python3-dbusmock feedbackd python3-venv chromium fonts-dejavu-core openssl qrencode
# What drives the browser and looks at what it shows, from PyPI into an environment of its own.
BROWSER := .build/browser
BROWSER_PACKAGES := playwright==1.* axe-core-python==0.1.* http-ece==1.* schemathesis==4.*
# What the fleet is built with and tested on: it is a package of its own, and nothing else needs these.
FLEET_PACKAGES := libpq-dev postgresql libnats-dev nats-server
FLEET_TEST_PACKAGES := mosquitto-clients
FLEET := Fleet/Sources Fleet/Tests Fleet/Package.swift
# What the benchmark compares with; RapidFuzz itself comes by pip into an environment that is thrown away.
BENCH_PACKAGES := python3 python3-venv sqlite3

.PHONY: help run build docs fleet test test-fleet test-handoff test-crashes test-alerts soak bench bench-engine bench-page bench-voice fuzz protobuf train calibrate slips calibrate-voice background format lint install setup setup-test swift sanitize sanitize-address sanitize-thread clean install-program install-page install-units install-fleet install-fleet-program deb check-deb try-deb same-deb release

run: build  ## build the release and start the wizard
	$(PROGRAM)

help:  ## list what there is to make
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: setup  ## build the release
	$(BUILD) $(RELEASE) --product alight

# The suites that bear the tag "alone" have a process to themselves, where they run one after the other.
ALONE = $(shell Tests/alone.sh)

# What tests run is optimised, which makes them twice as fast (see Package.swift).
test test-handoff: export ALIGHT_OPTIMISED = 1
# Where the recogniser's library finds OpenBLAS, which we use nothing of, its threads spin at each start of a program.
test test-handoff: export OPENBLAS_NUM_THREADS = 1

# Whatever fails, all others run. A test that waits for a program, a sound or a browser holds a thread, of which a process has as many as
# the machine has processors: four processes at once leave none of those idle. They are started as SwiftPM would start them, which lets
# only one at a time look at what was built.
TEST = $(shell $(BUILD) --show-bin-path)/alightPackageTests.xctest --testing-library swift-testing
FIRST_HALF := ^[A-Za-z]+[.][A-M]
# What tests need is fetched while they are built, which takes longer.
SETUP_LOG := .build/setup-test.log
TEST_LOGS := .build/tests
test: setup  ## run all tests, which installs 320 packages (1.6 GB) of servers, tools and a browser that they start
	@mkdir -p .build; echo "alight: fetching meanwhile what tests need, as $(SETUP_LOG) tells"; \
	$(MAKE) --no-print-directory setup-test >$(SETUP_LOG) 2>&1 & fetching=$$!; \
	$(BUILD) --build-tests; built=$$?; \
	wait $$fetching || { status=$$?; cat $(SETUP_LOG) >&2; exit $$status; }; \
	exit $$built
	@mkdir -p $(TEST_LOGS); tests="$(TEST)"; suites='[.]($(ALONE))/'; status=0; \
	$$tests --skip "$$suites" --filter '$(FIRST_HALF)' >$(TEST_LOGS)/first.log 2>&1 & first=$$!; \
	$$tests --no-parallel --filter "$$suites" --skip '[.]PageTests/' >$(TEST_LOGS)/alone.log 2>&1 & alone=$$!; \
	$$tests --no-parallel --filter '[.]PageTests/' >$(TEST_LOGS)/page.log 2>&1 & page=$$!; \
	$$tests --skip "$$suites" --skip '$(FIRST_HALF)' || status=$$?; \
	wait $$first || status=$$?; wait $$alone || status=$$?; wait $$page || status=$$?; \
	cat $(TEST_LOGS)/first.log $(TEST_LOGS)/alone.log $(TEST_LOGS)/page.log; echo "alight: the fleet's tests are left out here: make test-fleet"; exit $$status

fleet: setup  ## build alight-fleet, for many riders
	@./.ci/packages $(FLEET_PACKAGES) openssl
	$(BUILD) --package-path Fleet -c release --product alight-fleet

# On servers of its own, in folders of the tests, on no port that anybody else could reach.
test-fleet: setup  ## run the tests of the fleet, on PostgreSQL and NATS servers of theirs
	@./.ci/packages $(FLEET_PACKAGES) $(FLEET_TEST_PACKAGES)
	$(BUILD) --package-path Fleet --build-tests
	Fleet/.build/debug/alight-fleetPackageTests.xctest --testing-library swift-testing

# Two writers and two foreign runners at one database for a minute; `make test` does it for a few seconds.
test-handoff: setup setup-test  ## two writers and two foreign runners at the outbox for a minute
	ALIGHT_HANDOFF_SECONDS=60 $(SWIFT) test $(BUILD_OPTIONS) --disable-xctest --filter ForeignRunnerTests

# Kills the runner at every fix of ten rides, which takes some minutes; `make test` does it for a few fixes.
test-crashes: setup  ## kill the runner after every fix of ten simulated rides, and look what the rider saw
	$(BUILD) $(RELEASE) --product alight-lab
	$(LAB) crash-rides --rides 10

# Rides on which something goes wrong, the promise that none is left without a call or a doubt, and what alerts say held against the
# truth: some minutes. The promise is not kept on every ride yet, which it tells by its exit code.
test-alerts: setup  ## 38 kinds of hard rides, 100,000 random ones with faults, and what is said on them held against the truth
	$(BUILD) $(RELEASE) --product alight-lab
	$(LAB) measure-hard-rides
	$(LAB) check-sentences
	$(LAB) check-alerts --planted freeze --rides 10000
	$(LAB) check-alerts --planted watch --rides 10000
	$(LAB) check-alerts --planted leg --rides 10000
	$(LAB) check-alerts

# The runner on a live source for half an hour, with 50 reminders at once.
soak: setup  ## follow 50 reminders on ten positions a second for half an hour: memory, losses, share of a core
	$(BUILD) $(RELEASE) --product alight-lab
	$(LAB) soak --minutes 30 --reminders 50 --rate 10

bench-engine: setup  ## fixes a second of the alert engine beside three circles, and its memory
	$(BUILD) $(RELEASE) --product alight-lab
	$(LAB) bench-engine

bench: setup  ## time matcher, engine, recogniser, list and import, beside their peers
	@./.ci/packages $(BENCH_PACKAGES)
	$(BUILD) $(RELEASE)
	$(LAB) bench-matcher
	$(LAB) bench-engine
	$(LAB) bench-voice
	$(LAB) bench-typing
	$(LAB) bench-stops
	$(LAB) bench-import

bench-page: setup setup-test  ## the page on 74,000 stops: suggestions, answers, streams and requests at once, memory
	@./.ci/packages wrk
	$(BUILD) $(RELEASE)
	$(LAB) bench-stops --feed .build/bench-feed
	$(BROWSER)/bin/python3 Tests/AlightTests/Page/bench.py $(PROGRAM) . .build/bench-feed

# Answers spoken by an English voice that has its own pronunciations, put to pocketsphinx alone as well.
bench-voice: setup  ## speak answers with a synthetic voice, and compare with a general model and a plain grammar
	@./.ci/packages pocketsphinx sox flite
	$(BUILD) $(RELEASE)
	$(LAB) measure-voice --voice flite:slt --keep .build/spoken
	$(LAB) bench-voice-peers .build/spoken/manifest.tsv

# Looks for ten minutes for answers that crash the matcher or take it more than 20 ms, and for as long, under the address
# sanitizer, for recordings that crash the reader, for feeds that crash the import and for live feeds that crash theirs.
fuzz: setup  ## look for answers, recordings and feeds that crash what reads them
	$(BUILD) $(RELEASE)
	$(LAB) fuzz-matcher --minutes 10
	$(BUILD) -c release --sanitize=address --scratch-path .build/address --product alight-lab
	ASAN_OPTIONS=detect_leaks=0 .build/address/release/alight-lab fuzz-wave --minutes 10 Audio/*/*.wav
	ASAN_OPTIONS=detect_leaks=0 .build/address/release/alight-lab fuzz-feeds --minutes 10
	ASAN_OPTIONS=detect_leaks=0 .build/address/release/alight-lab fuzz-live --minutes 10

# The tool that writes the code comes with the library that the code calls.
protobuf: setup  ## write anew the code that reads GTFS Realtime, after a change of its messages
	@./.ci/packages protobuf-compiler
	$(SWIFT) package resolve
	$(BUILD) -c release --package-path .build/checkouts/swift-protobuf --scratch-path .build/protobuf --product protoc-gen-swift
	protoc --plugin=.build/protobuf/release/protoc-gen-swift --proto_path=Sources/Live/Realtime \
	  --swift_out=Sources/Live/Realtime gtfs-realtime.proto
	sed -i -e '1i // swift-format-ignore-file\n#if Realtime' -e '$$a #endif' Sources/Live/Realtime/gtfs-realtime.pb.swift

# Answers whose commands are known, beside the phrases in Prompts/: make train LABELLED="one.tsv two.tsv"
LABELLED ?=

# The weights that tell commands apart. Without LABELLED they come from our own phrases alone, which is less than what is shipped.
train: setup  ## refit the weights that tell commands apart: LABELLED="answers.tsv"
	$(BUILD) $(RELEASE) --product alight-lab
	$(LAB) train-commands $(if $(LABELLED),--labelled $(LABELLED))

# Fits what each likeness of a place counts to answers whose stops are known. DATA is a folder of such answers and stops, laid
# out as the names below; other files are given by hand to `alight-lab calibrate`.
DATA ?= ../shared/data
calibrate: setup  ## refit the model of places to labelled answers: DATA=FOLDER
	$(BUILD) $(RELEASE)
	$(LAB) calibrate --output Prompts/models/places.json \
	  $(foreach stops,trainline switzerland brisbane japan,--options $(DATA)/stations/stations_$(stops).tsv) \
	  --options $(DATA)/utterances/options.tsv --options $(DATA)/utterances/aliases.tsv \
	  $(foreach cases,stations/stations_queries stations/stations_ambiguous utterances/reject_clinc utterances/fromto_sgd \
	  utterances/fromto_multiwoz,--cases $(DATA)/$(cases).tsv) \
	  --source "noisy names of stops: trainline-eu (ODbL 1.0), Swiss timetable 2019, Translink South East Queensland (CC BY 4.0), station_database (CC BY-SA 4.0)" \
	  --source "Schema-Guided Dialogue (CC BY-SA 4.0)" --source "MultiWOZ 2.1 by ConvLab-2 (MIT, Apache-2.0)" \
	  --source "CLINC150 (CC BY 3.0)"

# Learns what slips cost from noisy names of stops, and prints it beside what the matcher uses.
slips: setup  ## learn what slips of the finger and the ear cost: DATA=FOLDER
	$(BUILD) $(RELEASE) --product alight-lab
	$(LAB) train-slips $(foreach stops,trainline switzerland brisbane japan,--options $(DATA)/stations/stations_$(stops).tsv) \
	  --cases $(DATA)/stations/stations_queries.tsv

# Usual words of a language, which are what speech that is no answer is made of.
background:  ## make anew the tables of usual words that answers are held against, from wordfreq
	python3 -m venv .build/wordfreq
	.build/wordfreq/bin/pip install --quiet wordfreq==3.1.1
	for language in en de; do \
	  .build/wordfreq/bin/python Sources/alight-lab/Voice/background.py $$language > .build/background.tsv \
	    && mv .build/background.tsv Prompts/models/background-$$language.tsv || exit 1; \
	done

# Fits what acoustic evidence is worth to synthetic voices and real recordings over four channels, to the recordings in DATA that
# are no answers, and to tables of your own: make calibrate-voice RECORDINGS="$HOME/.local/share/alight/recordings/recordings.tsv"
RECORDINGS ?=
SPOKEN := .build/spoken-english
# KEEPING=Prompts/models/voice.json keeps what was fitted to listed answers and refits free wording only.
KEEPING ?=
# HEARD=FILE keeps what was heard, which takes most of the time, and takes it from there the next time.
HEARD ?=
calibrate-voice: setup  ## refit how sure the recogniser is: RECORDINGS="TABLE"
	@./.ci/packages sox flite espeak-ng
	$(BUILD) $(RELEASE) --product alight
	$(BUILD) $(RELEASE) --product alight-lab
	mkdir -p $(SPOKEN)
	awk -F '\t' -v OFS='\t' -v data=$(DATA)/speech 'BEGIN { print "suite", "question", "options", "path", "expected", "speaker" } \
	  $$6 == "digit" { print "digits", "to", data "/digits_options.tsv", data "/" $$1, $$2, $$3 } \
	  $$6 == "sentence" && $$1 ~ /^sentences16k/ { print "sentences", "to", data "/sentences_options.tsv", data "/" $$1, $$2, $$3 }' \
	  $(DATA)/speech/labels.tsv > $(SPOKEN)/people.tsv
	awk -F '\t' -v OFS='\t' 'NR == FNR { print; known[$$1]; next } FNR == 1 { next } \
	  $$5 ~ /^(DE|AT|CH)$$/ { lang = "de" } $$5 == "FR" { lang = "fr" } $$5 == "GB" { lang = "en" } \
	  $$5 ~ /^(DE|AT|CH|FR|GB)$$/ && !($$2 in known) && count++ % 19 == 7 && made++ < 940 { print $$2, $$2, lang }' \
	  $(DATA)/speech/stops_options.tsv $(DATA)/stations/stations_trainline.tsv > $(SPOKEN)/crowd.tsv
	(cat $(DATA)/speech/phrases.tsv; tail -n +2 Tests/Spoken/wordings-en.tsv) > $(SPOKEN)/phrases.tsv
	$(LAB) measure-voice --voice flite:slt --voice flite:rms --voice espeak:en-us+m3@150 --voice espeak:en-us+f2@160 \
	  --voice espeak:en-gb+m1@140 --condition clean --condition narrow --condition noise20 --condition noise10 --condition varied \
	  --phrases $(SPOKEN)/phrases.tsv --stops $(DATA)/speech/stops_options.tsv --crowd $(SPOKEN)/crowd.tsv \
	  --recorded $(SPOKEN)/people.tsv \
	  --foreign $$(awk -F '\t' -v data=$(DATA)/speech '$$6 == "slots" || $$6 == "out-of-grammar" { print data "/" $$1 }' \
	    $(DATA)/speech/labels.tsv) \
	  --understood --only-speak --keep $(SPOKEN)
	$(LAB) calibrate-voice $(SPOKEN)/manifest.tsv $(RECORDINGS) $(if $(KEEPING),--keeping $(KEEPING)) $(if $(HEARD),--heard $(HEARD)) \
	  --html $(SPOKEN)/report.html --output Prompts/models/voice.json \
	  --source "answers spoken by flite (BSD) and espeak-ng (GPL 3, its output is free), clean, through 8 kHz, in pink noise at 20 and 10 dB" \
	  --source "the same, through rooms, GSM and mu-law, at other levels, in brown noise, with silence around" \
	  --source "stops to choose among: trainline-eu (ODbL 1.0)" --source "digits: Free Spoken Digit Dataset (CC BY-SA 4.0)" \
	  --source "sentences and other speech: OHF-Voice speech-to-phrase (Apache-2.0)" \
	  --source "other speech: Picovoice speech-to-intent-benchmark and wake-word-benchmark (Apache-2.0), LibriVox (public domain)"

format:  ## format the code
	$(SWIFT) format --in-place --recursive Sources Tests Package.swift

lint:  ## check how the code is formatted
	$(SWIFT) format lint --strict --recursive Sources Tests Package.swift $(FLEET)

# How the libraries are used, with the articles on how a stop is found and how an answer is heard. Only this resolves the plugin.
DOCUMENTED = Journey Matching Conversation Alerts Speech Listening Dialogue Following
docs: setup  ## build the documentation of the libraries into .build/docs, and run what it shows
	for snippet in $(basename $(notdir $(wildcard Snippets/*.swift))); do $(SWIFT) run $(BUILD_OPTIONS) $$snippet || exit 1; done
	ALIGHT_DOCS=1 $(SWIFT) package --scratch-path .build/docs-build --allow-writing-to-directory .build/docs \
	  generate-documentation $(addprefix --target ,$(DOCUMENTED)) --disable-indexing --output-path .build/docs

# Where bash, zsh, fish, man, systemd and the desktop look. Who packages names other places: DESTDIR, ZSH, UNITS, and no STRIP.
SHARE = $(DESTDIR)$(PREFIX)/share
ZSH = $(SHARE)/zsh/site-functions
UNITS = $(SHARE)/systemd/user
STRIP = -s
install: build  ## install program, data, page, desktop entry, completions, manual pages and units: PREFIX=/usr/local
	$(MAKE) --no-print-directory install-program
	$(MAKE) --no-print-directory install-page

# Completions and manual pages come from the program itself. Those of bash are read and not run.
install-program:
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/alight $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(ZSH) \
	  $(SHARE)/fish/vendor_completions.d
	install $(STRIP) -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/alight
	cp -R --no-preserve=mode Prompts Audio $(SHARE)/alight/
	rm -rf $(SHARE)/alight/Prompts/page
	$(PROGRAM) --generate-completion-script bash | sed '1{/^#!/d}' > $(SHARE)/bash-completion/completions/alight
	$(PROGRAM) --generate-completion-script zsh > $(ZSH)/_alight
	$(PROGRAM) --generate-completion-script fish > $(SHARE)/fish/vendor_completions.d/alight.fish
	$(PROGRAM) manual $(SHARE)/man/man1
	$(MAKE) --no-print-directory install-units NAMES=alight.service

# Those of before the page had a socket would hold its port, and stand in the menu beside its own.
install-page:
	@if [ -e $(UNITS)/alight-serve.service ]; then \
	  echo "alight: alight-serve.service is replaced. Whoever had it enabled, as that user:"; \
	  echo "  systemctl --user stop alight-serve; rm -f ~/.config/systemd/user/default.target.wants/alight-serve.service"; \
	  echo "  systemctl --user daemon-reload; systemctl --user enable --now alight-page.socket alight-page-server.service"; fi
	rm -f $(UNITS)/alight-serve.service $(SHARE)/applications/alight.desktop
	install -d $(SHARE)/alight/Prompts $(SHARE)/applications $(SHARE)/metainfo $(SHARE)/mime/packages \
	  $(foreach size,scalable 16x16 symbolic,$(SHARE)/icons/hicolor/$(size)/apps)
	cp -R --no-preserve=mode Prompts/page $(SHARE)/alight/Prompts/
	install -m 644 .packaging/org.alight.alight.desktop $(SHARE)/applications/
	install -m 644 .packaging/org.alight.alight.metainfo.xml $(SHARE)/metainfo/
	install -m 644 .packaging/org.alight.alight.mime.xml $(SHARE)/mime/packages/org.alight.alight.xml
	install -m 644 .packaging/icons/alight.svg $(SHARE)/icons/hicolor/scalable/apps/alight.svg
	install -m 644 .packaging/icons/alight-16.svg $(SHARE)/icons/hicolor/16x16/apps/alight.svg
	install -m 644 .packaging/icons/alight-symbolic.svg $(SHARE)/icons/hicolor/symbolic/apps/alight-symbolic.svg
# What a package manager does by itself.
ifndef DESTDIR
	if command -v update-mime-database > /dev/null; then update-mime-database $(SHARE)/mime; fi
	if command -v update-desktop-database > /dev/null; then update-desktop-database $(SHARE)/applications; fi
	if [ -e $(SHARE)/icons/hicolor/icon-theme.cache ]; then touch $(SHARE)/icons/hicolor; fi
endif
	$(MAKE) --no-print-directory install-units NAMES="alight-page.socket alight-page.service alight-page-server.service"

FLEET_PROGRAM = $(shell $(BUILD) --package-path Fleet $(RELEASE) --show-bin-path)/alight-fleet
SYSTEM_UNITS = $(DESTDIR)$(PREFIX)/lib/systemd/system
# With the runtime of Swift in it, as the program at home: where it runs is no toolchain.
install-fleet: setup  ## install alight-fleet with its manual, completions, unit and user: PREFIX=/usr/local
	@./.ci/packages $(FLEET_PACKAGES) libcurl4-openssl-dev
	$(BUILD) --package-path Fleet $(RELEASE) --product alight-fleet
	$(MAKE) --no-print-directory install-fleet-program

install-fleet-program:
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(ZSH) $(SHARE)/fish/vendor_completions.d \
	  $(SYSTEM_UNITS) $(DESTDIR)$(PREFIX)/lib/sysusers.d $(SHARE)/doc/alight-fleet/examples
	install $(STRIP) -m 755 $(FLEET_PROGRAM) $(DESTDIR)$(PREFIX)/bin/alight-fleet
	$(FLEET_PROGRAM) manual $(SHARE)/man/man1
	$(FLEET_PROGRAM) --generate-completion-script bash | sed '1{/^#!/d}' > $(SHARE)/bash-completion/completions/alight-fleet
	$(FLEET_PROGRAM) --generate-completion-script zsh > $(ZSH)/_alight-fleet
	$(FLEET_PROGRAM) --generate-completion-script fish > $(SHARE)/fish/vendor_completions.d/alight-fleet.fish
	sed 's|/usr/bin/|$(subst %,%%,$(PREFIX))/bin/|' Fleet/Deployment/systemd/alight-fleet@.service > $(SYSTEM_UNITS)/alight-fleet@.service
	install -m 644 .packaging/debian/alight-fleet.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/alight-fleet.conf
	install -m 644 Fleet/Deployment/systemd/fleet.env $(SHARE)/doc/alight-fleet/examples/fleet.env

# What builds the packages, and what looks whether they are well made.
# Linked with the Swift runtime in it a program names what that needs.
DEB_PACKAGES := build-essential debhelper fakeroot git python3 xz-utils libpq-dev libnats-dev libcurl4-openssl-dev
deb: setup  ## build the Debian packages of what is committed into .build/deb
	@./.ci/packages $(DEB_PACKAGES)
	SWIFT="$(SWIFT)" .packaging/make-deb

check-deb:  ## look whether the packages in .build/deb are well made
	@./.ci/packages lintian desktop-file-utils appstream man-db
	.packaging/check-deb .build/deb

try-deb:  ## install the packages in .build/deb in a bare Debian 12, boot it, and try them there: EARLIER=FOLDER
	@./.ci/packages debootstrap systemd-container
	.packaging/try-packages .build/deb $(EARLIER)

same-deb: setup  ## build the packages of .build/deb once more, in another folder, and compare the bytes
	@./.ci/packages $(DEB_PACKAGES)
	SWIFT="$(SWIFT)" .packaging/same-deb .build/deb

release: setup  ## build and check the packages of the version, with their checksums, and tag it
	@./.ci/packages $(DEB_PACKAGES) lintian desktop-file-utils appstream man-db
	SWIFT="$(SWIFT)" .packaging/release

# To systemd a % begins a specifier.
NAMES = $(notdir $(wildcard .packaging/systemd/*))
install-units:
	install -d $(UNITS)
	for unit in $(NAMES); do \
	  sed 's|@program@|$(subst %,%%,$(PREFIX))/bin/alight|' .packaging/systemd/$$unit > $(UNITS)/$$unit && \
	  chmod 644 $(UNITS)/$$unit || exit 1; \
	done

setup: swift
	@./.ci/packages $(BUILD_PACKAGES) $(RUN_PACKAGES)

# Before anything is installed: nothing goes without it.
swift:
	@command -v $(firstword $(SWIFT)) >/dev/null 2>&1 || { \
	  echo "alight: Swift 6.3 is needed to build it, and \"$(firstword $(SWIFT))\" is not there." >&2; \
	  echo "  Get it from https://swift.org/install/linux, or name it: make SWIFT=/path/to/swift" >&2; exit 69; }

setup-test:
	@./.ci/packages $(TEST_PACKAGES)
	@$(BROWSER)/bin/python3 -c 'import axe_core_python, http_ece, playwright, schemathesis' 2>/dev/null || \
	  { python3 -m venv --clear $(BROWSER) && $(BROWSER)/bin/pip install -q $(BROWSER_PACKAGES); } || \
	  echo "alight: without $(BROWSER_PACKAGES) from PyPI the tests of the page fail; the others run" >&2

# Memory and thread errors, in all that tests run in their own process: those of the program start the plain one, which no
# sanitizer sees. Left out is also what measures its own memory. Off are the leak checker, which takes values behind Swift's tagged
# pointers for lost, and the subprocess library, whose futex locks the thread sanitizer does not know.
UNSANITIZED = ^(AlightTests|LabTests)[.]|[.]GPSDFloodTests/
SANITIZED = $(SWIFT) test $(BUILD_OPTIONS) --disable-xctest --skip-build --sanitize=$* --scratch-path .build/$*
sanitize: sanitize-address sanitize-thread  ## run the tests under the address and the thread sanitizer

sanitize-address: export ASAN_OPTIONS = detect_leaks=0
sanitize-thread: export TSAN_OPTIONS = suppressions=$(CURDIR)/.ci/thread-sanitizer.supp
sanitize-address sanitize-thread: sanitize-%: setup setup-test
	$(BUILD) --build-tests --sanitize=$* --scratch-path .build/$*
	@first=0; $(SANITIZED) --skip '$(UNSANITIZED)|[.]($(ALONE))/' || first=$$?; \
	$(SANITIZED) --no-parallel --filter '[.]($(ALONE))/' --skip '$(UNSANITIZED)' && exit $$first

clean:  ## remove what was built
	rm -rf .build
