"""Every tuned number of the cube reader: what it means, its unit, and why it has this value.

    from hardware.tray.reader import margins

    if peak.belief >= margins.COUNTED_BELIEF: ...

A name ends in its unit:

    _BELIEF    probability that a network gives, 0 to 1
    _TRUST     probability that a whole reading is right, 0 to 1
    _SHARE     part of a whole, 0 to 1
    _RATIO     a factor
    _PX        pixels of the photograph at the reader's size (`channels.LONGEST_PX`)
    _CELLS     cells of the first look's maps, each `network.CELL` pixels wide; areas in whole cells
    _RADII     radii of a cube in this photograph
    _LEVEL     brightness, 0 to 255
    _LAB       distance in CIELAB, lightness weighted by LIGHTNESS_WEIGHT_SHARE
    _STOPS     factors of two of light
    _LN        natural logarithm of a ratio of light: -0.12 is 11 % darker
    _LOG_ODDS  natural logarithm of the odds
    _RAD       radians
    _COUNT     how many

How the numbers were chosen (the tables are in training/README.md):

- "kept back": on rendered set-ups that no training saw and a development set of photographs, as
  the loosest values with which no photograph there is answered surely and wrongly;
- "measured": as the outermost value of cubes that were read right, on set-ups kept back;
- "shadows": on 10 set-ups of the development set and 176 rendered ones.

The size and the layout of what the networks are shown are no margins. They are part of the
networks' format and stand beside the code that makes them.
"""

# The input of both networks (channels.py). They were trained with these values: a change here means
# training both again.
LIKENESS_REACH_LAB = 50.0  # a colour this far from a cube's colour is not like it at all
LIGHTNESS_WEIGHT_SHARE = 0.5  # a cube's sides are darker than its top, but of the same hue
FAINT_LEVEL = 8  # added before a logarithm is taken: darker pixels are sensor noise
PAINT_REACH_PX = 3  # a cube's colour is the median of 7 x 7 pixels, all well inside its top

# What may be a cube (first_look.py). Kept back.
BELIEF_FROM_FIRST_LOOK_SHARE = 0.8  # of a cube's belief; the closer look gives the rest
CANDIDATE_BELIEF = 0.15  # a centre with less is not shown to the closer look
FAINT_CANDIDATES_COUNT = 32  # with less than DOUBTED_BELIEF; image noise can show hundreds
COUNTED_BELIEF = 0.45  # from here on a centre is a cube and is counted
DOUBTED_BELIEF = 0.3  # below it is nothing; between this and SURE_BELIEF the reading has a doubt
SURE_BELIEF = 0.525  # from here on a centre raises no doubt; at 0.48 lines of black passed
SURE_CLOSER_LOOK_BELIEF = 0.35  # the closer look alone must believe at least this
BELIEF_FROM_LOOKS_SHARE = 0.5  # of a cube's belief; the rest comes from all signs of its place
CHANCES_SHARE = (0.0, 0.1, 0.5, 0.9, 1.0)  # a place's chance to be a cube (belief/places.py)
BELIEFS_BY_CHANCE = (0.0, DOUBTED_BELIEF, COUNTED_BELIEF, SURE_BELIEF, 1.0)  # and its belief then
EVIDENCE_BELIEF = 0.5  # from here on a cell of any other map counts as "yes"
CENTRES_APART_RADII = 1.35  # two cubes that lie flat are never nearer than 1.5
CONFIDENCE_AT_COUNTED_SHARE = 0.6  # the confidence of a cube at COUNTED_BELIEF
# The chance that a whole reading is right (belief/trust.py); chosen by both sets to choose by.
SURE_IN_DOUBT_TRUST = 0.9  # from here on no doubt counts that one sign alone would raise
SURE_IN_DOUBT_UNCALIBRATED_TRUST = 0.8  # without a calibration, where none is above 0.89
LEAST_TRUST = 0.3  # with less there is a doubt, though no sign alone would raise one
CONFIDENCE_IN_DOUBT_SHARE = 0.3  # of its confidence, a reading with a doubt keeps this
SECOND_LOOK_RATIO = 1.125  # one eighth larger gave most right answers of the sizes tried

# Which colour a cube has (first_look.py). Kept back.
SURE_COLOUR_BELIEF = 0.75  # mean of both looks; with less the calibration's colours must agree
SURE_BLACK_UNCALIBRATED_BELIEF = 0.98  # in a lamp's warm light a blue cube looks black

# Whether a cube lies on another (first_look.py). Kept back.
STACKED_BELIEF = 0.45  # from here on a cube is taken for raised
STACKED_AFTER_ONE_LOOK_BELIEF = 0.3  # the same before the second look: at 0.45 a stack passed
RAISED_FROM_FIRST_LOOK_SHARE = 0.35  # of the log-odds; the closer look gives the rest
RAISED_WITHIN_RADII = 0.7  # how far round its centre a cube is searched for being raised
RAISED_BLUR_CELLS = 2  # side of the mean that is taken there: one cell alone is image noise
FLAT_IN_FIRST_LOOK_LOG_ODDS = -0.8  # the most that five flat cubes usually have
FLAT_IN_CLOSER_LOOK_LOG_ODDS = -1.5  # the same in the closer look
FIRST_LOOK_BIAS_LIMIT_LOG_ODDS = 4.5  # the most that a calibration may take back:
CLOSER_LOOK_BIAS_LIMIT_LOG_ODDS = 1.0  # with more, no stack would be seen any more
CLIPPED_CHANCE_BELIEF = 1e-4  # chances are kept this far from 0 and 1 before odds are taken

# What else lies in the tray (first_look.py). Kept back.
SMALLEST_CUT_CELLS = 6  # about a quarter of a cube; less is a speck of the tray's rim
SMALLEST_COVER_SHARE = 0.004  # of the photograph: a finger, not a speck
SMALLEST_THING_SHARE = 0.0012  # of the photograph: about as large as a cube
THING_SHADOW_CELLS = 5  # how far round a thing its shadow may fall, about as far as a cube's
UNEXPLAINED_CUBE_SHARE = 0.35  # of a cube's area that looks like cube but belongs to no centre
EXPLAINED_REACH_RADII = 1.3  # how far round its centre a cube explains what looks like cube,
EXPLAINED_RIM_CELLS = 1  # and this much more: the maps are coarse
USUAL_RADIUS_CELLS = 2.5  # of a cube where none was found to measure
UNREADABLE_SHARE = 0.3  # of the photograph that the network calls unclear: it is blurred

# Whether a photograph is as sharp as the empty tray's (belief/sharpness.py). Of 427 readable ones
# 405 have kept so much; of 10 blurred ones none has kept more than 0.88.
AS_SHARP_RATIO = 0.93  # of the detail's deviation is kept
DETAIL_PX = 1.5  # sigma of the finer blur; the coarser one is twice as wide
DETAIL_FLOOR_LEVEL = 8.0  # added before a logarithm is taken: darker pixels are sensor noise
SAME_SMOOTH_PX = 3  # sigma of the blur before photograph and tray are compared
SAME_PERCENTILE = 60  # of the photograph, the least changed, shows the tray

# The closer look (closer_look.py).
SAME_PLACE_PX = 1.5  # a tenth of a cube: such a place has been looked at already

# What the empty tray decides (belief/against_blank.py). Of 2,571 cubes on set-ups to choose by,
# none differed by less than 0.46 of what its paint does; of 29 phantoms 4 did.
LIKE_TRAY_LAB = 12.0  # what differs less from the empty tray,
LIKE_TRAY_SHARE = 0.4  # and by less than this of what a cube would, is the tray
TOO_LITTLE_SHARE = 0.55  # what differs by less than this of what a cube would,
OFF_PAINT_LAB = 15.0  # and is so far from its paint, is no cube for sure: 12 phantoms, 1 cube
TELLING_LAB = 10.0  # where a cube would differ by less, it proves nothing
UNLIKE_TRAY_SHARE = 0.7  # what differs from the tray by more than this of what a cube would,
LIKE_PAINT_LAB = 6.0  # and by less from a paint of the calibration, is a cube
PROVEN_FROM_BELIEF = 0.3  # if the networks believe at least this
TRAY_SLIDE_PX = 2  # the fitted blank may be so far off
CHANGED_CELL_LAB = 5.0  # a cell that differs less shows the tray,
LIKE_CUBE_CELL_LAB = 15.0  # unless the tray itself is so near to a cube's colour
PAINT_SHRINK_SHARE = 0.5  # of the reader's size is fine enough to look for uncounted paint
SAME_PAINT_LAB = 12.0  # what differs less from a paint of the calibration may be a cube of it
COVERED_RADII = 1.6  # so far round its middle a cube and its sides explain their own paint
UNCOUNTED_PAINT_RADII = 0.32  # the radius of the widest spot that is left: a cube's is 1

# Cubes in a line without seams (lines/). Chosen on 18 set-ups with such lines.
LINE_BELIEF = 0.5  # in a cube that only the line tells of: counted, and in doubt
LINE_EDGE_RADII = 1.78  # from one cube's middle to the next
GAP_EDGES = (1.6, 7.5)  # from one counted cube to the other
GAP_HALF_WIDTH_RADII = 0.55  # of the strip between them: inside the cubes' tops
GAP_LAB = 6.0  # what differs less from both tops has their colour
GAP_FILLED_SHARE = 0.88  # of the strip has one colour: 0.86 at most between other cubes
GAP_SIDE_RADII = 1.9  # from the strip to what lies beside the cubes,
GAP_FLOOR_SHARE = 0.5  # and where so much there has the same colour on both sides, it is a floor
LINE_MOST_COUNT = 45  # cubes that are counted this way: more in one colour are no cubes
BAR_EDGE_RADII = 1.84  # a bar of n cubes is n times as long: 1.7 to 1.93, with a side seen
BAR_WIDTH_RADII = (1.4, 2.45)  # with one side seen or none
BAR_FILLED_SHARE = 0.82  # of the rectangle round it has the paint: shadows and corners have less
SPECK_RADII = 0.6  # what is narrower is no cube

# The light of the photograph (light.py). Kept back.
TOO_DARK_LEVEL = 60  # the brightest pixels are darker than this: only sensor noise is left
BRIGHTEST_PERCENTILE = 99  # stands for the brightest pixels: a lamp's glint is smaller
BRIGHTNESS_STEP_PX = 2  # every second pixel, each way, is enough to find it
NOISE_SQUARE_PX = 8  # side of the squares whose means are compared in search of noise
ONLY_NOISE_RATIO = 0.6  # of their variation is left in squares twice as wide: photos keep 0.71
WHITE_LEVEL = 250  # from here on in all three colours nothing can be read
OVEREXPOSED_SHARE = 0.6  # of the photograph is white that was not white when calibrated
GLARE_SHARE = 0.015  # of the photograph in one white spot: it can hide a cube
WHITE_IN_BLANK_REACH_PX = 8  # white this near to the blank's white is not new: trays are nudged
TRAY_MOVED_PX = 4.0  # about 1.5 mm: from here on the reading notes it
LIGHT_CHANGED_STOPS = 0.25  # of brightness, or of one colour against another: the reading notes it
LIGHT_LOST_STOPS = 1.5  # beyond this the calibration's colours mean nothing
LIGHT_STEP_PX = 4  # every fourth pixel, each way, gives the same median
LIGHT_PERCENTILE = 98  # of each colour stands for the light's own: what is white has its colour
CAST_LN = 0.2  # so far from the mean of all three is a coloured light, without a calibration:
CAST_TAKEN_SHARE = 0.5  # 0.35 to 0.7 tried; the whole took a coloured floor for the light
DARKEST_LEVEL = 4  # darker pixels are taken for this: their ratios are sensor noise

# Cubes that are none, and colours that are none (belief/outliers.py). Measured.
SMALLEST_CUBE_RATIO = 0.78  # of the calibration's radius: the smallest right cube
LARGEST_CUBE_RATIO = 1.27  # of the calibration's radius: the largest right cube
FURTHEST_COLOUR_LAB = 34.0  # the right cube that was furthest from its own colour
NEARER_COLOUR_LAB = 4.0  # the most by which a wrong colour was nearer to a right cube
CLEAR_COLOUR_LAB = 8.0  # so much nearer than all others, its own colour settles a doubt,
CLEAR_COLOUR_RATIO = 2.0  # if it is also so many times nearer
OWN_SIZE_COUNT = 3  # without a calibration so many cubes show their usual size

# Photographs that are read, and the cubes of a calibration (read.py).
SMALLEST_PHOTO_PX = 160  # of the photograph as it was sent: its cubes are 5 to 9 pixels wide
LARGEST_PHOTO_PX = 10_000  # of the photograph as it was sent: 300 MB if it is square
CALIBRATION_CANDIDATES_COUNT = 8  # weighed against each other: 6,720 orders of five of them
LEAST_NAMED_BELIEF = 0.1  # of the calibration's colours: with less, the light may have swallowed
PAINTS_APART_LAB = 25.0  # them, unless all five differ by so much: 33 where blue was called black,
GUESSED_NAME_BELIEF = 0.03  # 19 where red light had swallowed three; such names are only a guess
SMALLEST_CHANCE_BELIEF = 1e-6  # a chance of 0 has no logarithm

# The photo from the hand (alignment/free_hand.py).
FREE_HAND_PX = 1024  # its longer side where marks and corners are looked for
CORNERS_COUNT = 1500  # looked for in each photo
BEST_BY_SHARE = 0.75  # a corner's second best partner is so much worse (Lowe 2004)
SAME_PLACE_LEEWAY_PX = 3.0  # of the blank: pairs farther off do not belong together
MARK_CORNERS_COUNT = 8  # two marks: four pairs can be chance
SAME_CORNERS_COUNT = 25  # without marks
FLAT_MAP_SHARE = 1e-6  # a map with a smaller determinant folds the photo to a line
TRAY_IN_PHOTO_SHARE = 0.15  # of the photo must show the tray,
TRAY_SEEN_SHARE = 0.5  # and so much of the blank must be in the photo
UNSEEN_RADII = 0.5  # unseen tray about so much on all sides: a cube may lie there, mostly unseen
EDGE_PLACES_COUNT = 65  # of each edge of the photo, looked at for unseen tray behind them

# Where the tray ends (alignment/rim.py). Chosen on drawn trays, 18 of them with a table to be seen.
RIM_PHOTO_PX = (
    192  # the longest side of the photo in which it is looked for, and of all lengths here
)
RIM_SMOOTH_PX = 0.8  # sigma of the blur before colours are compared
RIM_SLOPE_RATIO = 0.13  # a rim is at most so far from level: 7 degrees,
RIM_SLOPES_COUNT = 17  # and so many slopes are tried
RIM_STEP_LAB = 1.2  # from one pixel to the next: less is no edge
RIM_EDGE_SHARE = 0.9  # of the middle half of a line must be edge
RIM_REACH_SHARE = 0.4  # of the photo, from each side, is searched
RIM_WIDTH_PX = 2  # so near to the line nothing is compared
RIM_LAB = 10.0  # what lies beyond a rim differs so much from the floor,
RIM_SPREADS_RATIO = 3.0  # and so many times its own spread,
RIM_ALIKE_SHARE = 0.75  # that of so much of it: a chair or a foot may be there as well
RIM_SIDES_LAB = 20.0  # from one side to all: 19 at most of 43 tables, 25 at least of 7 others
BESIDE_TRAY_RADII = 0.5  # the middle of a cube must be so far beyond the rim

# The tray that was nudged (alignment/registration.py).
SHRUNK_SHARE = 0.5  # of the reader's size: fine enough for a quarter of a pixel
SMOOTH_PX = 1  # sigma of the blur before comparing, at the shrunk size
DIFFERENT_LN = 0.3  # what differs more is a cube, and counts no more than this
TRAY_PERCENTILE = 85  # of the places show the tray; the others may be cubes and their shadows
ALIKE_LN = 0.05  # what differs less is always tray
DIFFERENCE_BLUR_PX = 3  # side of the mean that is taken before tray and cubes are separated
ROUNDS_COUNT = 2  # the second round knows better which places are cubes
STEPS_COUNT = 15  # of each fit, at most; the training used 25
STEP_GAIN_SHARE = 1e-3  # a step that improves the correlation by less is the last
BETTER_FIT_RATIO = 0.97  # the tray has moved if the blank then differs by less than this
FARTHEST_MOVE_PX = 40.0  # what is found beyond it is chance,
FARTHEST_TURN_RAD = 0.08  # and beyond this turn as well

# How darkness is measured (shadows.py). Shadows.
VIEW_RADII = 7  # how far round a cube its shadow is looked for
VIEW_GRAIN_COUNT = 6  # places in a radius
USUAL_RANK = 1  # of the darkness round five cubes, darkest first: the second is still usual,
MIDDLE_RANK = 2  # and the third is the median
LIGHT_SMOOTH_RADII = 0.22  # sigma of the blur before light is compared
LIGHT_FLOOR_LEVEL = 3.0  # added before a logarithm is taken: darker pixels are sensor noise
OTHER_CUBE_RADII = 2.0  # the cube itself, its sides and what it touches
DEEP_LN = 0.12  # less darkness is not relied on
WELL_DEEP_LN = 0.24  # less is not relied on where a missing shadow shall mean something
USUAL_LEEWAY_RADII = 0.5  # a usual shadow may fall this much farther to each side
SHADOW_MEAN_RADII = 0.5  # how far round a place its shadow is averaged
FLOOR_EDGE_LN = 0.07  # a floor that changes more from one pixel to the next may be moved a little,
NEAR_EDGE_RADII = 0.25  # and so may what is this near to such an edge,
PHOTO_RIM_RADII = 0.6  # or this near to the photograph's edge
TOO_DARK_SHARE = 0.35  # of the tray's usual light: less leaves nothing to be darkened
LAMP_COARSE_PX = 8  # a lamp's slow change is measured on squares of this side,
LAMP_WINDOW_COUNT = 13  # as the median of so many squares each way: more than a shadow's width
LAMP_STEPS_PER_LN = 100.0  # resolution of darkness there, so that 8 bits hold it
LAMP_SMOOTH_COUNT = 2  # sigma in squares: smooths the steps between them
MAD_TO_SIGMA_RATIO = 1.48  # median deviation to standard deviation, of a normal distribution

# Centres that are only a shadow (shadows.py). Shadows.
NO_SHADOW_BELIEF = 0.6  # a centre with this belief is never taken for a shadow
INNER_RADII = 0.6  # how much round its centre is asked whether shadows explain it
DARKER_THAN_SHADOW_LN = 0.15  # this much darker than a shadow is a black cube
OTHER_COLOUR_LN = 0.15  # this much off a shadow's colour is a cube: of 116 within it, 3 were cubes
LEAST_SHADOW_SQUARED_LN = 1e-3  # keeps a division by a shadow that is hardly there finite

# Shadows that are too long: a cube lies on another (shadows.py). Shadows.
RAISED_SHADOW_RATIOS = (1.5, 1.8, 2.1)  # so many times as far a raised cube's shadow falls
FLAT_SHADOW_RATIO = 0.5  # where flat cubes make it this dark as well, it is no sign
LONG_SHADOW_SIDE_RADII = 1.5  # side of the square over which a shadow that is too long is averaged
BESIDE_CUBE_RADII = 1.3  # from here on the darkness is a shadow's and not the cube's own side
USUAL_DEPTH_SHARE = 0.5  # of the calibration's depth: with less in half of the views a lamp moved
WALL_SHARE = 0.5  # of the light below the cubes: darker is a wall, which cubes at its foot darken
OWN_SHADOW_COUNT = 4  # so many cubes show by themselves what is usual: most of them lie flat
LONG_SHADOW_LN = 0.09  # darker by so much than any flat cube explains
