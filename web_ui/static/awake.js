// The screen stays on while a game is on. Where the page is secure, the browser is asked for it; over
// plain http, as at most tables, a silent video of our own plays, which keeps a screen on as well.
// data-awake at the page's root says what holds it: "lock", "video", or "" if nothing does.
import { wants } from "./comfort.js";

// Four seconds of black with silence, made with ffmpeg, here the webm; the mp4 has libx264 and aac:
//   ffmpeg -f lavfi -i color=black:s=16x16:r=1 -f lavfi -i anullsrc=r=8000:cl=mono -t 4
//     -c:v libvpx -b:v 1k -crf 63 -g 100 -c:a libopus -b:a 500 -frame_duration 60 -map_metadata -1
//     -fflags +bitexact awake.webm
const CLIPS = '<source type="video/webm" src="/static/awake.webm"><source type="video/mp4" src="/static/awake.mp4">';
const root = document.documentElement;
let lock, video;

for (const event of ["shown", "comfort", "visibilitychange", "pointerup"]) {
  document.addEventListener(event, look);
}
look();

function look() {
  const isWanted = wants("awake") && !document.hidden && document.querySelector("#pulse [data-on]");
  if (!isWanted) release();
  else if (navigator.wakeLock) ask();
  else if (!video || video.paused) play();
}

async function ask() {
  if (lock) return;
  try {
    lock = navigator.wakeLock.request("screen"); // a promise: nobody asks twice
    (await lock).addEventListener("release", () => tell(lock = ""));
    tell("lock");
  } catch {
    lock = ""; // a phone that saves its battery says no; the next touch asks again
  }
}

function release() {
  video?.pause();
  tell("");
  Promise.resolve(lock).then((held) => held?.release?.(), () => {}); // what was refused is not held
}

// A browser may want a touch first; every touch tries again.
async function play() {
  video ??= clip();
  await video.play().then(() => tell("video"), () => {});
}

// The sound of the video is silence: without one, a phone takes it for a decoration. It never comes
// to its end, where some phones would let go.
function clip() {
  document.body.insertAdjacentHTML("beforeend", `<video class="sr" playsinline aria-hidden="true">${CLIPS}</video>`);
  const one = document.body.lastElementChild;
  one.addEventListener("timeupdate", () => { if (one.currentTime > 2) one.currentTime = 0; });
  return one;
}

function tell(what) { root.dataset.awake = what; }
