# First lines of doc comments that begin with a relative clause or a preposition.
FNR==1{prev=0}
{ isdoc = ($0 ~ /^[ \t]*\/\/\//)
  if (isdoc && !prev) { line=$0; sub(/^[ \t]*\/\/\/ */,"",line); split(line,w,/[ ,.:;]/); if (w[1] ~ /^(What|How|By|Until|Of|Who|Which|Where|When|Whoever|Somebody|Somebody.s|Nobody|Nobody.s|From|As|That|So|Since|To|With|In|On|At|After|Before)$/) print FILENAME ":" FNR ": " line }
  prev=isdoc }
