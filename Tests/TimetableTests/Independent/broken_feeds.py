"""Makes 300 broken GTFS feeds with one defect each: `broken_feeds.py FOLDER`, which must not be there yet.

In the folder are then `good`, a feed without a defect, a folder for each broken one, and `table.tsv`. The defects bear
the names of the rules of MobilityData's GTFS validator. What must become of a feed is decided by what riders would see
of it, not by what a program does: it is `refused`; it is `repaired`, with a value made good, and that told; a row left
out or a doubt is `told`; or it is the `same` as the good one, where riders see no difference. The table names the
notice that tells it, or the rule of the refusal. Needs nothing but Python.
"""

import io
import itertools
import os
import sys
import zipfile
from datetime import date

YEAR = date.today().year

GOOD = f"""
== agency
agency_id,agency_name,agency_url,agency_timezone,agency_lang
n,Nordbus,https://nord.example,Europe/Vienna,de
s,Südbahn,https://sued.example,Europe/Vienna,de
== stops
stop_id,stop_lat,stop_lon,stop_name,location_type,parent_station,platform_code,stop_timezone,level_id
H,48.3000,14.3000,Hauptplatz,1,,,,
h1,48.3001,14.3000,Hauptplatz,0,H,1,,L1
h2,48.2999,14.3003,Hauptplatz,0,H,2,,L1
he,48.3003,14.3001,Eingang,2,H,,,L0
hn,48.3002,14.3001,,3,H,,,L0
hb,48.2999,14.3004,,4,h2,,,L1
m,48.3100,14.3000,Mühlweg,0,,,,
n,48.3200,14.3000,Nordbahnhof,0,,,,
o,48.3000,14.3150,Ostbahnhof,0,,,,
w,48.3000,14.2850,Westend,0,,,,
f,48.4200,14.3000,Flughafen,0,,,,
== routes
route_id,agency_id,route_short_name,route_long_name,route_type,route_color,route_text_color
1,n,1,Nordlinie,3,FF0000,FFFFFF
2,s,2,Ostlinie über die Brücke,0,00AA00,FFFFFF
3,n,3,Querlinie,3,AA00AA,FFFFFF
U,s,U,Flughafenbahn,1,0000FF,FFFFFF
== calendar
service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
daily,1,1,1,1,1,1,1,{YEAR}0101,{YEAR + 1}1231
workdays,1,1,1,1,1,0,0,{YEAR}0101,{YEAR + 1}1231
== calendar_dates
service_id,date,exception_type
workdays,{YEAR}1226,2
daily,{YEAR}1224,2
== trips
trip_id,route_id,service_id,trip_headsign,block_id,shape_id
a1,1,daily,Nordbahnhof,k1,sa
a2,1,daily,Westend,k1,
a3,1,daily,Nordbahnhof,,sa
b1,2,workdays,Ostbahnhof,,
b2,2,workdays,Hauptplatz,,
c1,3,workdays,Westend über Hauptplatz,,
u1,U,daily,Flughafen,,
== stop_times
trip_id,stop_sequence,stop_id,arrival_time,departure_time,pickup_type,drop_off_type,shape_dist_traveled,timepoint
a1,1,w,08:00:00,08:00:00,0,0,0,1
a1,2,h1,08:08:00,08:09:00,0,0,1.1,1
a1,3,m,08:16:00,08:17:00,0,0,2.2,1
a1,4,n,08:24:00,08:24:00,0,0,3.3,1
a2,1,n,08:40:00,08:40:00,0,0,,1
a2,2,h1,08:55:00,08:56:00,0,0,,1
a2,3,w,09:04:00,09:04:00,0,0,,1
a3,1,w,08:10:00,08:10:00,0,0,0,1
a3,2,n,08:34:00,08:34:00,0,0,3.3,1
b1,1,h2,08:20:00,08:20:00,0,0,,1
b1,2,o,08:28:00,08:28:00,0,0,,1
b2,1,o,08:30:00,08:30:00,0,0,,1
b2,2,h2,08:38:00,08:38:00,0,0,,1
c1,1,o,08:35:00,08:35:00,0,0,,1
c1,2,w,08:50:00,08:50:00,0,0,,1
u1,1,n,06:00:00,06:00:00,0,0,,1
u1,2,f,06:12:00,06:12:00,0,0,,1
== frequencies
trip_id,start_time,end_time,headway_secs,exact_times
u1,06:00:00,20:00:00,600,0
== shapes
shape_id,shape_pt_sequence,shape_pt_lat,shape_pt_lon,shape_dist_traveled
sa,1,48.3000,14.2850,0
sa,2,48.3001,14.3000,1.1
sa,3,48.3100,14.3000,2.2
sa,4,48.3200,14.3000,3.3
== transfers
from_stop_id,to_stop_id,transfer_type,min_transfer_time,from_route_id,to_route_id,from_trip_id,to_trip_id
n,n,2,180,,,,
n,n,1,,1,U,,
w,w,3,,,,a2,a1
o,o,4,,,,b1,b2
== levels
level_id,level_index,level_name
L0,0,Straße
L1,-1,Bahnsteige
== pathways
pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,traversal_time,stair_count
p1,he,hn,1,1,20,,
p2,hn,h1,2,1,30,,20
p3,hn,hb,5,1,,60,
p4,hb,he,7,0,,10,
== translations
table_name,field_name,language,translation,record_id,record_sub_id,field_value
stops,stop_name,en,Main Square,H,,
stops,stop_name,en,Mill Lane,,,Mühlweg
stops,stop_name,fr,Gare de l’Est,o,,
stops,stop_name,hu,Északi pályaudvar,n,,
== feed_info
feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
Verkehrsverbund Süd,https://verbund.example,de,{YEAR}0101,{YEAR + 1}1231
"""

# Below each file, or several with the same defects: the rule | the change | the defect in words | what must happen. A
# change is the beginning of a row, or a star for all, and other values for it; or it begins with one of VERBS, or with
# one that `broken` knows. What comes after a semicolon stands in one more defect instead of the last word.
DEFECTS = f"""
== agency stops routes trips stop_times
missing_required_file | remove | the file is missing | refused missing-file
empty_file | text | the file is empty | refused empty-file
== calendar frequencies shapes transfers pathways translations feed_info
empty_file | text | the file is empty | repaired empty-file
== routes
empty_file | header | there is only a header | refused no-usable-route
== trips stop_times
empty_file | header | there is only a header | refused no-usable-trip
== stops stop_times transfers
csv_parsing_failed | append "cut off | a quote is never closed | refused unclosed-quote
== routes shapes
csv_parsing_failed | text <html>↵<body>404</body> | a web page is in its place | refused not-csv
== agency stops routes trips
invalid_character | encode cp1252 | the file is Windows-1252 | repaired latin-1
== stops routes trips stop_times calendar calendar_dates frequencies shapes transfers translations
duplicate_key | again | a row stands there twice | told duplicate-key
== stops trips stop_times transfers
invalid_row_length | longer | a row is longer than the header | told wrong-row-length
== agency
missing_required_column | without agency_timezone | no column agency_timezone | refused missing-column
empty_file | header | there is only a header | refused no-agency
missing_required_column | without agency_name | no column of names | repaired missing-name
missing_required_field | n: agency_timezone= | no zone for the first of two | repaired missing-zone
missing_required_field | s: agency_timezone= | no zone for the second of two | repaired missing-zone
missing_required_field | *: agency_timezone= | no zone for any | refused unknown-zone
missing_required_agency_id | s: agency_id= | one of two without an id | repaired missing-agency-id
missing_required_agency_id | without agency_id | two agencies and no ids | told duplicate-key
duplicate_key | more s: agency_name=Ostbahn | two agencies with one id | told duplicate-key
inconsistent_agency_timezone | s: agency_timezone=Europe/London | two zones | repaired inconsistent-agency-timezone
inconsistent_agency_lang | s: agency_lang=en | agencies in two languages | same
invalid_timezone | n: agency_timezone=Wien | a zone that is none | refused unknown-zone
invalid_timezone | s: agency_timezone=+1h | a second zone that is none | refused unknown-zone
invalid_url | s: agency_url=sued | an address that is none | same
new_line_in_value | n: agency_name="Nord↵bus" | two lines in a name | repaired control-character
invalid_character | s: agency_name=S\ufffddbahn | a lost letter in a name | told invalid-character
leading_or_trailing_whitespaces | n: agency_id= n  | blanks round an id | same
duplicated_column | beside agency_timezone=Asia/Tokyo | two columns of zones | repaired duplicate-column
== stops
missing_required_column | without stop_id; stop_lat; stop_lon | no column | refused missing-column
empty_file | header | there is only a header | refused no-usable-stop
missing_required_column | without stop_name | no column of names | repaired missing-name
missing_required_field | m: stop_id= | a stop without an id | told missing-key
missing_stop_name | m: stop_name= | a stop without a name | repaired missing-name
missing_stop_name | H: stop_name= | a station without a name | repaired missing-name
missing_stop_name | h1: stop_name= | a platform without the name of its station | same
unknown_column | swap stop_name -> stop_nmae | the column of names under another | repaired missing-name
unknown_column | beside benches=2 | a column that GTFS has not | same
empty_column_name | swap stop_name -> | the column of names has none itself | repaired missing-name
stop_without_location | m: stop_lat= | a stop without a latitude | told no-position
stop_without_location | H: stop_lat=, stop_lon= | a station without a place | told no-position
stop_without_location | he: stop_lat=, stop_lon= | an entrance without a place | told no-position
location_without_parent_station | he: parent_station= | an entrance to nothing | same
location_without_parent_station | hb: parent_station= | a boarding area on no platform | told missing-parent
station_with_parent_station | H: parent_station=m | a station in a stop | repaired wrong-parent-type
station_with_parent_station | more H: stop_id=G, parent_station=H | two stations in one | repaired wrong-parent-type
wrong_parent_location_type | h1: parent_station=m; he; h1 | a platform in | repaired wrong-parent-type
wrong_parent_location_type | hb: parent_station=H | a boarding area in a station | repaired wrong-parent-type
foreign_key_violation | h1: parent_station=X | a platform in no station | repaired unknown-parent
foreign_key_violation | he: parent_station=X | an entrance to no station | repaired unknown-parent
foreign_key_violation | h1: level_id=X | a level that is not there | same
duplicate_key | more m: stop_name=Anderswo, stop_lat=48.4 | two stops with one id | told duplicate-key
duplicate_key | more o: stop_id=H | a stop with the id of a station | told duplicate-key
point_near_origin | m: stop_lat=0.0, stop_lon=0; 0.001 | a stop on the equator at | told no-position
point_near_pole | m: stop_lat=90 | a stop at the North Pole | told no-position
number_out_of_range | m: stop_lat=91 | a latitude of 91 | told no-position
number_out_of_range | m: stop_lon=-180.5 | a longitude of -180.5 | told no-position
invalid_float | m: stop_lat="48,31"; 0x30 | a latitude of | told no-position
invalid_float | m: stop_lon=nan | a longitude that is no number | told no-position
invalid_integer | m: location_type=stop | a word for the type | repaired invalid-location-type
invalid_integer | H: location_type=1.0 | a fraction for the type of a station | repaired invalid-location-type
unexpected_enum_value | m: location_type=5 | a place of type 5 | repaired invalid-location-type
invalid_timezone | m: stop_timezone=Mars/Base | a zone that is none | repaired invalid-timezone
new_line_in_value | m: stop_name="Mühl↵weg" | two lines in a name | repaired control-character
new_line_in_value | h1: platform_code="1␍a" | two lines in a platform | repaired control-character
invalid_character | m: stop_name=M\ufffdhlweg | a lost letter in a name | told invalid-character
invalid_character | m: stop_name=Mühl␀weg | a zero byte in a name | repaired control-character
non_ascii_or_non_printable_char | m: stop_id=m␇ | a bell in an id | repaired control-character
csv_parsing_failed | encode utf-16 | the file is UTF-16 | refused utf-16
csv_parsing_failed | append {"x" * 1_500_000} | a field of a million letters | refused field-too-long
csv_parsing_failed | append {"x," * 5000} | a row of five thousand fields | refused row-too-long
csv_parsing_failed | text {"␀" * 5000} | zeros in its place | refused not-csv
invalid_row_length | swap 14.3000,Flughafen,0,,,, -> 14.3 | a row that ends in the place | repaired short-row
invalid_row_length | swap ,14.3000,Flughafen,0,,,, -> | a row that ends before the longitude | told wrong-row-length
duplicated_column | beside stop_name=X | two columns of names | repaired duplicate-column
empty_row | swap m, -> ↵m, | a row with nothing in it | repaired empty-row
stop_without_stop_time | more m: stop_id=x, stop_name=Endlos | a stop where nothing calls | same
stop_too_far_from_shape | m: stop_lat=14.3, stop_lon=48.31 | place exchanged | repaired shape-does-not-fit
fast_travel_between_far_stops | o: stop_lat=14.315, stop_lon=48.3 | a stop of a tram in Arabia | told fast-travel
== routes
missing_required_column | without route_id | no column route_id | refused missing-column
missing_required_column | without route_type | no column of types | repaired invalid-route-type
missing_required_field | 1: route_id= | a route without an id | told missing-key
missing_required_field | 1: agency_id= | a route of neither agency | repaired missing-agency-id
missing_required_field | 2: route_type= | a route without a type | repaired invalid-route-type
route_both_short_and_long_name_missing | 2: route_short_name=, route_long_name= | no name | repaired missing-name
foreign_key_violation | 1: agency_id=X | a route of no agency | repaired unknown-agency
duplicate_key | more 2: route_id=1 | two routes with one id | told duplicate-key
invalid_integer | 2: route_type=tram | a word for the type | repaired invalid-route-type
unexpected_enum_value | 2: route_type=99 | a route of type 99 | repaired invalid-route-type
invalid_color | 2: route_color=green | a word for the colour | repaired invalid-color
invalid_color | 2: route_text_color=#FFFFFF | a colour with its sign | repaired invalid-color
duplicate_route_name | 3: route_short_name=2 | two routes with one name | same
route_short_name_too_long | U: route_short_name=U-Bahn Flughafen | a long short name | same
invalid_character | 2: route_long_name=Br\ufffdcke | a lost letter in a name | told invalid-character
invalid_row_length | swap bahn,1,0000FF,FFFFFF -> bahn | a row that ends before the type | repaired short-row
== trips
missing_required_column | without trip_id; route_id; service_id | no column | refused missing-column
missing_required_field | a3: trip_id= | a trip without an id | told missing-key
foreign_key_violation | a3: route_id=X | a route that is not there | told unknown-route
foreign_key_violation | a3: service_id=X | a service that is not there | told unknown-service
foreign_key_violation | a3: shape_id=X | a shape that is not there | repaired unknown-shape
duplicate_key | more c1: trip_id=a3 | two trips with one id | told duplicate-key
unused_trip | more a3: trip_id=a4 | a trip without calls | told trip-without-stops
new_line_in_value | a3: trip_headsign="Nord↵bahnhof" | two lines in a headsign | repaired control-character
invalid_character | c1: trip_headsign=West\ufffdnd | a lost letter in a headsign | told invalid-character
csv_parsing_failed | text {{"error": 404}} | an answer in JSON is in its place | refused not-csv
invalid_row_length | swap u1,U,daily,Flughafen,, -> u1,U | a row that ends before the service | told wrong-row-length
block_trips_with_overlapping_stop_times | a3: block_id=k1 | a vehicle on two trips at once | told overlapping-block
inconsistent_route_type_for_block_id | b2: block_id=k1 | one vehicle is a bus and a tram | told mixed-block
== stop_times
missing_required_column | without trip_id; stop_id; stop_sequence | no column | refused missing-column
missing_required_column | without arrival_time; departure_time | no column | repaired one-time-missing
missing_required_field | a1,3: stop_id= | a call at no stop | told unknown-stop
missing_required_field | a1,3: stop_sequence= | a call without its order | told invalid-time
foreign_key_violation | a1,3: trip_id=X | a trip that is not there | told unknown-trip
foreign_key_violation | a1,3: stop_id=X | a stop that is not there | told unknown-stop
location_with_unexpected_stop_time | a1,2: stop_id=H; he | a call at | told unknown-stop
duplicate_key | a1,3: stop_sequence=2 | two stops with one order | told duplicate-key
invalid_time | a1,3: arrival_time=8h16; 08:16; 08:61:00 | an arrival at | told invalid-time
invalid_time | a1,3: departure_time=08:17:60; 8:17:00 AM | a departure at | told invalid-time
invalid_time | a1,4: arrival_time=99999:00:00 | an arrival after years | told invalid-time
invalid_integer | a1,4: stop_sequence=last; 99999999999999999999 | an order of | told invalid-time
number_out_of_range | a1,1: stop_sequence=-1 | an order below zero | same
invalid_integer | a1,3: pickup_type=no | a word for boarding | repaired invalid-pickup-type
unexpected_enum_value | a1,3: pickup_type=7 | boarding of type 7 | repaired invalid-pickup-type
unexpected_enum_value | a1,3: drop_off_type=-1 | alighting of type -1 | repaired invalid-drop-off-type
invalid_float | a1,3: shape_dist_traveled=far | a word for the distance | same
decreasing_or_equal_stop_time_distance | a1,3: shape_dist_traveled=0.9 | it falls | repaired bad-shape-distances
missing_trip_edge | a3,1: arrival_time=, departure_time= | no time at the start | told no-time-at-an-end
missing_trip_edge | a3,2: arrival_time=, departure_time= | no time at the end | told no-time-at-an-end
missing_trip_edge | a1,1: departure_time= | no departure at the start | repaired one-time-missing
missing_trip_edge | a1,4: arrival_time= | no arrival at the end | repaired one-time-missing
stop_time_with_only_arrival_or_departure_time | a1,3: departure_time= | no departure | repaired one-time-missing
stop_time_with_only_arrival_or_departure_time | a1,3: arrival_time= | no arrival | repaired one-time-missing
stop_time_timepoint_without_times | a1,3: arrival_time=, departure_time= | timed, no times | repaired missing-times
stop_time_with_arrival_before_previous_departure_time | a1,3: arrival_time=08:08:30 | too soon | told time-runs-back
stop_time_with_arrival_before_previous_departure_time | a3,2: arrival_time=00:34:00, departure_time=00:34:00 | \
the hours begin again at midnight | told time-runs-back
start_and_end_range_out_of_order | a1,3: departure_time=08:15:00 | away before it is there | told time-runs-back
start_and_end_range_out_of_order | a1,1: arrival_time=08:05:00 | at its start after it leaves | repaired twisted-end
start_and_end_range_out_of_order | a1,4: departure_time=08:20:00 | away from its end before | repaired twisted-end
unusable_trip | lose a3,2 | a trip of one stop | told too-few-stops
unused_trip | lose a3 | a trip of no stop | told trip-without-stops
fast_travel_between_consecutive_stops | a1,3: arrival_time=08:09:10 | a bus at 400 km/h | told fast-travel
fast_travel_between_far_stops | u1,2: arrival_time=06:01:00 | a metro at 660 km/h | told fast-travel
unsorted_stop_times | backwards | the rows in the opposite order | repaired unsorted-stop-times
invalid_row_length | swap f,06:12:00,06:12:00,0,0,,1 -> f,06:1 | the file is cut off | told invalid-time
invalid_row_length | swap f,06:12:00,06:12:00,0,0,,1 -> f,06:12:00,06:12:00 | a short row | repaired short-row
leading_or_trailing_whitespaces | a1,3: stop_id= m  | blanks round a stop | same
== calendar
missing_required_column | without service_id; monday; start_date; end_date | no column | refused missing-column
missing_calendar_and_calendar_date_files | remove calendar calendar_dates | no days | refused missing-calendar
missing_required_field | workdays: service_id= | a service without an id | told missing-key
missing_required_field | daily: monday= | nothing for Mondays | repaired invalid-weekday
missing_required_field | daily: start_date= | no first day | told invalid-date
invalid_integer | daily: saturday=yes | a word for Saturdays | repaired invalid-weekday
unexpected_enum_value | daily: sunday=2 | a 2 for Sundays | repaired invalid-weekday
invalid_date | daily: start_date={YEAR}0230; {YEAR}-01-01; 991231 | a first day of | told invalid-date
start_and_end_range_out_of_order | daily: end_date={YEAR - 1}1231 | an end before the start | told never-runs
service_has_no_active_day_of_the_week | swap y,1,1,1,1,1,1,1 -> y,0,0,0,0,0,0,0 | no weekday | told never-runs
expired_calendar | *: start_date=20150101, end_date=20151231 | days that are long over | told expired
future_calendar | *: start_date={YEAR + 1}1201 | days a year away | told not-begun
duplicate_key | more workdays: service_id=daily | two services with one id | told duplicate-key
== calendar_dates
missing_required_column | without service_id; date; exception_type | no column | refused missing-column
missing_required_field | daily: service_id= | a day of no service | told missing-key
unexpected_enum_value | daily: exception_type=3 | an exception of type 3 | told invalid-date
invalid_date | daily: date={YEAR}0431 | 31 April | told invalid-date
duplicate_key | more daily: exception_type=1 | a day that is taken and given | told duplicate-key
== frequencies
missing_required_column | without trip_id; start_time; headway_secs | no column | refused missing-column
missing_required_field | u1: headway_secs= | a period without a headway | told invalid-frequency
foreign_key_violation | u1: trip_id=X | a trip that is not there | told unknown-trip
start_and_end_range_equal | u1: end_time=06:00:00 | a period of no length | told invalid-frequency
start_and_end_range_out_of_order | u1: end_time=05:00:00 | an end before the start | told invalid-frequency
number_out_of_range | u1: headway_secs=0 | a headway of nothing | told invalid-frequency
invalid_integer | u1: headway_secs=10 min | a headway in minutes | told invalid-frequency
invalid_time | u1: start_time=6 Uhr | a start that is no time | told invalid-frequency
overlapping_frequency | more u1: start_time=19:00:00, end_time=22:00:00 | overlap | repaired overlapping-frequencies
overlapping_frequency | more u1: start_time=07:00:00, end_time=08:00:00 | inside | repaired overlapping-frequencies
== shapes
missing_required_column | without shape_id; shape_pt_lat; shape_pt_sequence | no column | refused missing-column
missing_required_field | sa,2: shape_id= | a point of no shape | told invalid-shape-point
missing_required_field | sa,2: shape_pt_sequence= | a point without its order | told invalid-shape-point
number_out_of_range | sa,2: shape_pt_lat=91 | a latitude of 91 | told invalid-shape-point
invalid_float | sa,2: shape_pt_lon="14,3" | a comma for the point | told invalid-shape-point
duplicate_key | more sa,2: shape_pt_lat=48.4 | two points with one order | told duplicate-key
single_shape_point | lose sa,2 sa,3 sa,4 | a shape of one point | told too-few-points
decreasing_shape_distance | sa,3: shape_dist_traveled=1 | distances that fall | repaired bad-shape-distances
equal_shape_distance_diff_coordinates | sa,3: shape_dist_traveled=1.1 | one distance for two places | same
point_near_origin | sa,2: shape_pt_lat=0, shape_pt_lon=0 | a way over zero, zero | told invalid-shape-point
point_near_pole | sa,2: shape_pt_lat=89.9999 | a way over the North Pole | told invalid-shape-point
stops_match_shape_out_of_order | sa,4: shape_pt_sequence=0, shape_dist_traveled= | end first | \
repaired shape-does-not-fit
== transfers
missing_required_column | without transfer_type | no column of types | repaired missing-column
missing_required_field | n,n,2: to_stop_id= | a change to nowhere | told unknown-stop
missing_required_field | o: to_trip_id= | a seat kept for no trip | told missing-trip
missing_recommended_field | n,n,2: min_transfer_time= | a change that takes no time | repaired missing-transfer-time
foreign_key_violation | n,n,2: from_stop_id=X | a change from no stop | told unknown-stop
foreign_key_violation | n,n,1: to_route_id=X | a change to no route | told unknown-route
foreign_key_violation | w: from_trip_id=X | a change from no trip | told unknown-trip
duplicate_key | more n,n,2: transfer_type=3 | a change that is possible and not | told duplicate-key
invalid_integer | n,n,2: transfer_type=foot | a word for the type | told invalid-transfer
invalid_integer | n,n,2: min_transfer_time=3 min | a time in minutes | told invalid-transfer
unexpected_enum_value | n,n,2: transfer_type=9 | a change of type 9 | told invalid-transfer
number_out_of_range | n,n,2: min_transfer_time=-5 | a time below zero | told invalid-transfer
transfer_with_invalid_stop_location_type | n,n,2: to_stop_id=he | a change at an entrance | told unknown-stop
transfer_with_invalid_trip_and_route | w: from_route_id=U | a trip of another route | told trip-of-other-route
transfer_with_invalid_trip_and_stop | w: from_stop_id=f | where the trip never calls | told trip-not-at-stop
transfer_with_suspicious_mid_trip_in_seat | o: from_stop_id=h2 | a seat kept too soon | told mid-trip-transfer
transfer_with_suspicious_mid_trip_in_seat | o: to_trip_id=b1 | a seat kept for the same trip | told same-trip
inconsistent_route_type_for_in_seat_transfer | more o: to_trip_id=c1 | from tram to bus | told mixed-block
transfer_distance_too_large | more n,n,2: from_stop_id=w, to_stop_id=f | a change over 13 km | told far-transfer
== pathways
missing_required_column | without from_stop_id; to_stop_id | no column | refused missing-column
missing_required_column | without is_bidirectional | no column of directions | repaired invalid-pathway
missing_required_field | p2: pathway_mode= | a way of no kind | repaired invalid-pathway
foreign_key_violation | p2: from_stop_id=X | a way from nowhere | told unknown-stop
duplicate_key | more p2: traversal_time=5 | two ways with one id | told duplicate-key
invalid_integer | p2: stair_count=many | a word for the stairs | repaired invalid-pathway
invalid_float | p1: length=20 m | a length with its unit | repaired invalid-pathway
number_out_of_range | p3: traversal_time=-60 | a time below zero | repaired invalid-pathway
unexpected_enum_value | p2: pathway_mode=9 | a way of kind 9 | repaired invalid-pathway
bidirectional_exit_gate | p4: is_bidirectional=1 | an exit to enter by | repaired invalid-pathway
pathway_to_wrong_location_type | p2: to_stop_id=H | a way to the station | told unknown-stop
pathway_unreachable_location | lose p2 | a platform without a way | told unreachable-platform
pathway_loop | more p4: pathway_id=p5, to_stop_id=hb | a way to where it begins | same
== translations
missing_required_column | without table_name; field_name | no column | told unknown-form
missing_required_field | stops,stop_name,fr: language= | a name in no language | told missing-key
missing_required_field | stops,stop_name,fr: record_id= | a name of nothing | told missing-key
translation_foreign_key_violation | stops,stop_name,fr: record_id=X | a name of no stop | told unknown-stop
translation_unknown_table_name | stops,stop_name,fr: table_name=stop | an unknown table | told other-translation
translation_unexpected_value | stops,stop_name,fr: record_sub_id=1 | a part of a stop | same
duplicate_key | more stops,stop_name,en,Mill: translation=Mill Road | two names in one language | told duplicate-key
invalid_language_code | stops,stop_name,fr: language=French! | a language that is none | told invalid-language
invalid_character | stops,stop_name,fr: translation=L\ufffdEst | a lost letter in a name | told invalid-character
== feed_info
missing_recommended_file | remove | the file is missing | same
missing_feed_info_date | *: feed_start_date= | an end without a start | same
more_than_one_entity | more Verkehr: feed_publisher_name=B, feed_lang=en | two publishers | told duplicate-key
invalid_date | *: feed_end_date={YEAR}1345 | a last day that is none | repaired invalid-date
invalid_language_code | *: feed_lang=Deutsch! | a language that is none | told invalid-language
feed_info_lang_and_agency_lang_mismatch | *: feed_lang=en | not that of the agencies | told language-mismatch
feed_expiration_date7_days | *: feed_end_date={YEAR - 1}1231 | a feed that is over | told feed-ends-sooner
== feed
i_o_error | zip half | half a zip | refused truncated-zip
i_o_error | zip word | a zip that is none | refused not-a-zip
i_o_error | zip empty | an empty zip | refused empty-file
invalid_input_files_in_subfolder | zip gtfs/ | the files in a folder of the zip | same
invalid_input_files_in_subfolder | zip a/ b/ | two feeds in a zip | refused several-feeds
"""


def filled(header, row, cells):
    """A row with other values, told like `stop_name=Mitte, stop_lat=48.1`."""
    values = dict(cell.split("=", 1) for cell in cells.split(", "))
    fields = dict(zip(header.split(","), row.split(",")))
    assert values.keys() <= fields.keys(), cells
    return ",".join((fields | values).values())


def cells(lines, text):
    start, _, values = text.partition(": ")
    rows = [line for line in lines[1:] if line.startswith(start.strip("*"))]
    assert rows, text
    return [filled(lines[0], line, values) if line in rows else line for line in lines]


def more(lines, text):
    """One more row, like the one that begins so but for these values."""
    start, _, values = text.partition(": ")
    return lines + [filled(lines[0], next(line for line in lines if line.startswith(start)), values)]


def without(lines, column):
    place = lines[0].split(",").index(column)
    return [",".join(field for number, field in enumerate(line.split(",")) if number != place) for line in lines]


def beside(lines, text):
    """One more column, told like `stop_name=Mitte`."""
    name, value = text.split("=")
    return [f"{line},{value if number else name}" for number, line in enumerate(lines)]


def swap(lines, text):
    old, _, new = text.partition(" ->")
    assert sum(line.count(old) for line in lines) == 1, text
    return [line.replace(old, new.removeprefix(" ")) for line in lines]


# What becomes of the lines of a file, and of the text after the word.
VERBS = {
    "more": more, "without": without, "beside": beside, "swap": swap,
    "lose": lambda lines, starts: [line for line in lines if not line.startswith(tuple(starts.split()))],
    "text": lambda lines, text: [text] if text else [],
    "append": lambda lines, text: [*lines, text],
    "header": lambda lines, _: lines[:1],
    "again": lambda lines, _: [*lines, lines[-1]],
    "longer": lambda lines, _: [*lines[:-1], lines[-1] + ",1,2"],
    "backwards": lambda lines, _: [lines[0], *reversed(lines[1:])],
}
# What stands for signs that a line of the table cannot hold.
SIGNS = str.maketrans({"↵": "\n", "␍": "\r", "␀": "\0", "␇": "\a"})


def sections(text):
    """The lines below each heading."""
    for section in text.split("\n== ")[1:]:
        heading, *lines = section.rstrip("\n").split("\n")
        yield heading, lines


def content(lines):
    return "".join(line + "\n" for line in lines).translate(SIGNS).encode()


def zipped(feed, how):
    """A zip with the files in folders, or something else that stands where a zip should."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for folder in how.split():
            for name, data in feed.items():
                archive.writestr((folder if "/" in folder else "") + name, data)
    data = packed.getvalue()
    return {"half": data[: len(data) // 2], "word": b"hello", "empty": b""}.get(how, data)


def broken(good, file, change):
    """The good feed with a change of one file."""
    feed = {f"{name}.txt": content(lines) for name, lines in good.items()}
    verb, _, text = change.partition(" ")
    match verb:
        case "remove":
            for name in text.split() or [file]:
                del feed[f"{name}.txt"]
        case "zip":
            feed = {"feed.zip": zipped(feed, text)}
        case "encode":
            feed[f"{file}.txt"] = feed[f"{file}.txt"].decode().encode(text)
        case _:
            work = VERBS.get(verb)
            feed[f"{file}.txt"] = content(work(good[file], text) if work else cells(good[file], change))
    return feed


def write(folder, feed):
    os.makedirs(folder)
    for name, data in feed.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)


def all_defects():
    """Of each the file, the rule, the change, the defect in words, and what must happen."""
    for files, lines in sections(DEFECTS):
        for file, line in itertools.product(files.split(), lines):
            rule, change, words, expected = line.split(" | ")
            first, *others = change.split("; ")
            start = max(first.rfind(" "), first.rfind("=")) + 1
            yield file, rule, first, words + f" {first[start:]}" * bool(others), expected
            for other in others:
                yield file, rule, first[:start] + other, f"{words} {other}", expected


def main(folder):
    good = dict(sections(GOOD))
    write(os.path.join(folder, "good"), broken(good, "stops", "swap m, -> m,"))
    table = ["folder\trule\tfile\tdefect\texpected\tnotice"]
    numbers = {}
    for file, rule, change, words, expected in all_defects():
        numbers[rule] = numbers.get(rule, 0) + 1
        name = f"{rule}-{numbers[rule]:02}"
        write(os.path.join(folder, name), broken(good, file, change))
        outcome, _, notice = expected.partition(" ")
        table.append("\t".join([name, rule, file + (".zip" if file == "feed" else ".txt"), words, outcome, notice]))
    with open(os.path.join(folder, "table.tsv"), "w", encoding="utf-8") as file:
        file.write("\n".join(table) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
