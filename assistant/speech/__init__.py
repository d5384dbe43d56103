"""Words into sound and sound into words.

`speaking.synthesis` says who speaks and `listening.recognition` who listens, each with the adapters that satisfy
`protocols.Synthesizer` and `protocols.Transcriber` in files of their own.
"""
