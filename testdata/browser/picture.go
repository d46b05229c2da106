package browser

import (
	"bytes"
	"cmp"
	"context"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Picture returns the visible page: a PNG of its 128 most frequent colours, less than half as long
// as one of all colours.
func (tab *Tab) Picture() []byte {
	tab.t.Helper()
	var data []byte
	tab.do(chromedp.Func(func(ctx context.Context, s *chromedp.Target) error {
		r, err := cdp.Call(ctx, s, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng})
		if err == nil {
			data = r.Data
		}
		return err
	}))
	seen, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		tab.t.Fatal(err)
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, reduced(seen, 128)); err != nil {
		tab.t.Fatal(err)
	}
	return out.Bytes()
}

// reduced returns an image with at most n colours.
func reduced(from image.Image, n int) *image.Paletted {
	counts, at := map[color.RGBA]int{}, from.Bounds()
	colour := func(x, y int) color.RGBA { return color.RGBAModel.Convert(from.At(x, y)).(color.RGBA) }
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			counts[colour(x, y)]++
		}
	}
	key := func(c color.RGBA) int { return int(c.R)<<16 | int(c.G)<<8 | int(c.B) }
	all := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(counts[b]-counts[a], key(a)-key(b))
	})
	var palette color.Palette
	for _, c := range all[:min(n, len(all))] {
		palette = append(palette, c)
	}
	nearest := map[color.RGBA]uint8{}
	for _, c := range all {
		nearest[c] = uint8(palette.Index(c))
	}
	to := image.NewPaletted(at, palette)
	for y := at.Min.Y; y < at.Max.Y; y++ {
		for x := at.Min.X; x < at.Max.X; x++ {
			to.SetColorIndex(x, y, nearest[colour(x, y)])
		}
	}
	return to
}
