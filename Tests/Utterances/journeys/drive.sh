#!/bin/sh
# A drive of a kilometre and a half from the west to a place, and a stay there, as GPX: drive.sh LATITUDE LONGITUDE START SECONDS
exec awk -v lat="$1" -v lon="$2" -v begin="$(date -d "$3" +%s)" -v stay="$4" 'BEGIN {
  print "<gpx version=\"1.1\" creator=\"drive.sh\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk><trkseg>"
  for (second = 0; second <= 100 + stay; second += second < 100 ? 1 : 5) {
    metres = second < 100 ? 1500 - 15 * second : 10
    if (metres < 10) metres = 10
    printf "<trkpt lat=\"%.7f\" lon=\"%.7f\"><time>%s</time></trkpt>\n", lat + sin(second) / 222000,
      lon - metres / (111320 * cos(lat * 3.14159265 / 180)), strftime("%Y-%m-%dT%H:%M:%SZ", begin + second, 1)
  }
  print "</trkseg></trk></gpx>"
}'
